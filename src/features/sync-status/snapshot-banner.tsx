import { Button } from '@mantine/core';
import { useAccount, useClient } from '../../data/client.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import { Banner } from './banner.tsx';

/** Says that this tab shows a snapshot, for as long as it does. `savedAt` in milliseconds. */
export function SnapshotBanner({ savedAt }: { readonly savedAt: number }) {
  const client = useClient();
  const name = useAccount()?.record.displayName ?? '';
  return (
    <Banner
      action={
        <Button size="xs" onClick={() => void client.signOut({ unsent: 'none' })}>
          {i18n.t('Close')}
        </Button>
      }
    >
      {i18n.t('Snapshot of {name}, {when}, read-only', { name, when: formatMoment(savedAt) })}
    </Banner>
  );
}
