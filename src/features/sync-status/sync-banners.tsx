import { useResizeObserver } from '@mantine/hooks';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { useAsksToEncrypt } from '../../data/device-gate.ts';
import { useOrganization } from '../../data/organization.ts';
import { useNotices } from '../../data/notices.ts';
import { useDataLoss, useSyncStatus } from '../../data/sync-status.ts';
import { Departures } from './departures.tsx';
import { LostData } from './lost-data.tsx';
import { LostAccess } from './lost-access.tsx';
import type { MissingFactor } from './rare-banner.tsx';
import { useUpdateOffer } from './use-update-offer.ts';
import styles from './sync-banners.module.css';
import { loadWhenIdle, prefetch } from '../../ui/prefetch.ts';

const rare = prefetch(async () => (await import('./rare-banner.tsx')).RareBanner);
const RareBanner = rare.Component;

/** Banners above every screen. None disappears by a timer. `missing`: a second factor that is demanded. */
export function SyncBanners({ missing }: { readonly missing?: MissingFactor | undefined }) {
  const status = useSyncStatus();
  const loss = useDataLoss();
  const notices = useNotices();
  const asksToEncrypt = useAsksToEncrypt();
  const isErased = Boolean(useOrganization()?.erase_at);
  // In memory before the network or the browser's caches are gone: that is what some of them are about.
  useEffect(() => loadWhenIdle([rare]), []);
  useUpdateOffer(status?.phase !== 'reload-needed');
  const [banners, { height }] = useResizeObserver<HTMLDivElement>();
  useLayoutEffect(() => {
    // Panels start below the banners, so that a banner's buttons stay reachable.
    document.documentElement.style.setProperty('--cairn-banners', `${height}px`);
  }, [height]);
  return (
    <div ref={banners} className={styles['banners']}>
      <Suspense>
        {status?.phase === 'signed-out' ? (
          <RareBanner of={{ kind: 'signed-out', waiting: status.waiting }} />
        ) : null}
        {isErased ? <RareBanner of={{ kind: 'erasure' }} /> : null}
        {missing ? <RareBanner of={{ kind: 'factor', ...missing }} /> : null}
        {asksToEncrypt ? <RareBanner of={{ kind: 'encrypt' }} /> : null}
        {loss ? <RareBanner of={{ kind: 'loss', loss }} /> : null}
        {status?.phase === 'reload-needed' ? <RareBanner of={{ kind: 'reload-needed' }} /> : null}
      </Suspense>
      <LostData />
      <LostAccess />
      <Departures of="mine" />
      {notices?.map((notice) => (
        <Suspense key={notice.id}>
          <RareBanner of={{ kind: 'notice', notice }} />
        </Suspense>
      ))}
    </div>
  );
}
