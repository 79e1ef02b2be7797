import { Button, CloseButton } from '@mantine/core';
import { useResizeObserver } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useNotices } from '../../data/notices.ts';
import { type DataLoss, type Notice, useDataLoss, useSyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Departures } from './departures.tsx';
import { LostData } from './lost-data.tsx';
import { LostAccess } from './lost-access.tsx';
import { useUpdateOffer } from './use-update-offer.ts';
import styles from './sync-banners.module.css';

const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

/** Banners above every screen. None disappears by a timer. */
export function SyncBanners() {
  const status = useSyncStatus();
  const loss = useDataLoss();
  const account = useAccount();
  const notices = useNotices();
  useUpdateOffer(status?.phase !== 'reload-needed');
  const [banners, { height }] = useResizeObserver<HTMLDivElement>();
  useLayoutEffect(() => {
    // Panels start below the banners, so that a banner's buttons stay reachable.
    document.documentElement.style.setProperty('--cairn-banners', `${height}px`);
  }, [height]);
  return (
    <div ref={banners} className={styles['banners']}>
      {status?.phase === 'signed-out' ? (
        <Suspense>
          <SignInAgain waiting={status.waiting} />
        </Suspense>
      ) : null}
      {loss === undefined ? null : <Banner action={<Reload />}>{lossMessage(loss)}</Banner>}
      {status?.phase === 'reload-needed' ? (
        <Banner action={<Reload />}>
          {i18n.t(
            'The server speaks a newer version. Your work is safe on this device; reload to go on syncing.',
          )}
        </Banner>
      ) : null}
      <LostData />
      <LostAccess />
      <Departures of="mine" />
      {notices?.map((notice) => (
        <Banner
          key={notice.id}
          action={
            <CloseButton
              size="sm"
              aria-label={i18n.t('Understood')}
              onClick={() => void account?.dismissNotice(notice.id)}
            />
          }
        >
          {noticeMessage(notice)}
        </Banner>
      ))}
    </div>
  );
}

function Reload() {
  return (
    <Button size="xs" onClick={() => location.reload()}>
      {i18n.t('Reload')}
    </Button>
  );
}

function Banner({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>{children}</span>
      {action}
    </output>
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

function noticeMessage(notice: Notice): string {
  const count = notice.unsent ?? 0;
  switch (notice.kind) {
    case 'restored':
      return i18n.t(
        'The server has gone back to an earlier state, as after a restored backup. What this device had done since is being sent again.',
      );
    case 'refilled':
      return i18n.t(
        'This device was away for long; everything was downloaded afresh. Your unsent work is kept.',
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
