import { Progress, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { useSyncStatus } from '../../data/sync-status.ts';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './download-gate.module.css';
import { percentOf } from './sync-messages.ts';
import { formatNumber } from '../../ui/text/locale.ts';

/** Shows skeletons with progress until the device has some data of the account; screens then show what is stored. */
export function DownloadGate({ children }: { readonly children: ReactNode }) {
  const status = useSyncStatus();
  const organization = useOrganization();
  const online = useOnline();
  const account = useAccount();
  // On a device with data, screens start their queries while the organisation is determined.
  if (status === undefined || organization === undefined) {
    return account?.record.hadData === true ? children : null;
  }
  if (organization !== null || status.phase === 'data-lost') return children;
  const percent = percentOf(status);
  return (
    <div className={styles['gate']} aria-busy={online}>
      <div className={styles['box']}>
        <h1 className={styles['title']}>
          {online ? i18n.t('Bringing your organisation to this device') : i18n.t('You are offline')}
        </h1>
        <p className={styles['text']}>
          {online
            ? i18n.t(
                'This happens once. Afterwards Cairn opens at once, with or without a network.',
              )
            : i18n.t(
                'This organisation has not been downloaded to this device yet. It starts by itself as soon as there is a connection.',
              )}
        </p>
        <Progress value={percent} aria-label={i18n.t('Download')} size="sm" />
        <p className={styles['count']}>
          {status.progress === undefined || status.progress.total === 0
            ? ' '
            : i18n.t('{done} of {total} rows', {
                done: formatNumber(status.progress.done),
                total: formatNumber(status.progress.total),
              })}
        </p>
      </div>
      <Stack gap="sm" aria-hidden="true">
        <Skeleton height={22} width="32%" animate={online} />
        <Skeleton height={44} animate={online} />
        <Skeleton height={44} animate={online} />
        <Skeleton height={44} width="80%" animate={online} />
      </Stack>
    </div>
  );
}
