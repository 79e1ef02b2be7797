import { Button } from '@mantine/core';
import type { DataLoss } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Banner } from './banner.tsx';

/** The page has to be loaded again: the browser has deleted data, or (without `loss`) the server is newer. */
export function ReloadBanner({ loss }: { readonly loss?: DataLoss }) {
  return (
    <Banner
      action={
        <Button size="xs" onClick={() => location.reload()}>
          {i18n.t('Reload')}
        </Button>
      }
    >
      {loss === undefined
        ? i18n.t(
            'The server speaks a newer version. Your work is safe on this device; reload to go on syncing.',
          )
        : lossMessage(loss)}
    </Banner>
  );
}

function lossMessage({ part, unsent }: DataLoss): string {
  if (part === 'device') {
    return i18n.t(
      'The browser has deleted data of Cairn on this device. Reload to continue; you may have to sign in again.',
    );
  }
  return unsent === 0
    ? i18n.t(
        'The browser has deleted Cairn’s data on this device. Reload to download it from the server again.',
      )
    : i18n.t(
        'The browser has deleted Cairn’s data on this device. {count, plural, one {# change had not been sent.} other {# changes had not been sent.}} Reload to download it from the server again.',
        { count: unsent },
      );
}
