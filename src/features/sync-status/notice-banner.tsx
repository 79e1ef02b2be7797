import { CloseButton } from '@mantine/core';
import { useAccount } from '../../data/client.tsx';
import type { Notice } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Banner } from './banner.tsx';
import { SnapshotBanner } from './snapshot-banner.tsx';

type OtherNotice = Notice & { readonly kind: Exclude<Notice['kind'], 'snapshot'> };

/** What happened to the person's data, until they dismiss it. */
export function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const account = useAccount();
  if (notice.kind === 'snapshot') return <SnapshotBanner savedAt={notice.at} />;
  return (
    <Banner
      action={
        <CloseButton
          size="sm"
          aria-label={i18n.t('Understood')}
          onClick={() => void account?.dismissNotice(notice.id)}
        />
      }
    >
      {noticeMessage({ ...notice, kind: notice.kind })}
    </Banner>
  );
}

function noticeMessage(notice: OtherNotice): string {
  const count = notice.unsent ?? 0;
  switch (notice.kind) {
    case 'restored':
      return i18n.t(
        'The server has gone back to an earlier state, as after a restored backup. What this device had done since is being sent again.',
      );
    case 'store-lost':
      return count === 0
        ? i18n.t(
            'The data on this device were damaged and have been downloaded again. Nothing was lost.',
          )
        : i18n.t(
            'The data on this device were lost by the browser, and with them {count, plural, one {# unsent change} other {# unsent changes}}. Everything else has been downloaded again.',
            { count },
          );
    case 'kept-locked':
      return i18n.t(
        '{count, plural, one {# unsent change of yours is encrypted on this device} other {# unsent changes of yours are encrypted on this device}}: the server could not be asked for your key. Cairn asks again when it starts.',
        { count },
      );
    case 'kept-lost':
      return i18n.t(
        '{count, plural, one {# unsent change of yours is encrypted on this device and cannot be read} other {# unsent changes of yours are encrypted on this device and cannot be read}}: the server no longer has its key, as after a restored backup, or the data are damaged. Tell whoever runs the server. Nothing is removed unless you sign out and discard it.',
        { count },
      );
  }
}
