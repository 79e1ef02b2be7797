import { Button } from '@mantine/core';
import { useResizeObserver } from '@mantine/hooks';
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useNotices } from '../../data/notices.ts';
import { type DataLoss, useDataLoss, useSyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Banner } from './banner.tsx';
import { Departures } from './departures.tsx';
import { LostData } from './lost-data.tsx';
import { LostAccess } from './lost-access.tsx';
import { useUpdateOffer } from './use-update-offer.ts';
import styles from './sync-banners.module.css';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: NoticeBanner } = prefetch(
  async () => (await import('./notice-banner.tsx')).NoticeBanner,
);
const { Component: SignInAgain } = prefetch(
  async () => (await import('./sign-in-again.tsx')).SignInAgain,
);

/** Banners above every screen. None disappears by a timer. `children`: further ones. */
export function SyncBanners({ children }: { readonly children?: ReactNode }) {
  const status = useSyncStatus();
  const loss = useDataLoss();
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
      {children}
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
        <Suspense key={notice.id}>
          <NoticeBanner notice={notice} />
        </Suspense>
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
