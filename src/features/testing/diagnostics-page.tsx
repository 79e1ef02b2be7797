import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useShell } from '../../data/app-update.tsx';
import { type Account, type ReplicaReport, useAccount } from '../../data/client.tsx';
import { failureMessage } from '../../data/failure-messages.ts';
import { useOutbox } from '../../data/outbox.ts';
import { type SyncStatus, useSyncStatus } from '../../data/sync-status.ts';
import { useCompared } from '../../data/comparison.ts';
import { useScopeNames } from '../../data/scope-names.ts';
import { useStorage } from '../../data/storage.ts';
import { useVersions } from '../../data/versions.ts';
import { ComparisonDescription } from '../../ui/layout/comparison-description.tsx';
import {
  Description,
  DescriptionList,
  ProtectionDescription,
} from '../../ui/layout/description-list.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { RepairList } from '../../ui/layout/repair-list.tsx';
import { useOnline } from '../../data/online.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { formatSize } from '../../ui/files/file-format.ts';
import styles from './diagnostics-page.module.css';
import { formatMoment } from '../../ui/text/locale.ts';

/** Diagnostics: local storage, state of sync, and a comparison of the local rows with the server's. */
export function DiagnosticsPage() {
  const account = useAccount();
  return (
    <Page
      title={i18n.t('Diagnostics')}
      hint={i18n.t('What this device knows and keeps.')}
      width="reading"
    >
      <SyncFigures />
      <StorageFigures />
      <VersionFigures />
      {account === undefined ? null : <Replica account={account} />}
    </Page>
  );
}

function SyncFigures() {
  const status = useSyncStatus();
  const outbox = useOutbox();
  const online = useOnline();
  return (
    <Figures title={i18n.t('Sync')}>
      <Description name={i18n.t('State')}>
        {status === undefined ? '…' : i18n.t(PHASES[status.phase])}
      </Description>
      <Description name={i18n.t('Browser says')}>
        {online ? i18n.t('online') : i18n.t('offline')}
      </Description>
      <Description name={i18n.t('Waiting to be sent')}>{status?.waiting ?? '…'}</Description>
      <Description name={i18n.t('Needs attention')}>{status?.rejectedCount ?? '…'}</Description>
      <Description name={i18n.t('Entries in the queue')}>
        {outbox?.length ?? '…'}{' '}
        <Link to="." search={(before) => ({ ...before, panel: 'outbox' as const })}>
          {i18n.t('Show them')}
        </Link>
      </Description>
      <Description name={i18n.t('Last synced')}>
        {status?.lastSync === undefined ? i18n.t('not yet') : formatMoment(status.lastSync)}
      </Description>
    </Figures>
  );
}

const PHASES: Readonly<Record<SyncStatus['phase'], Message>> = {
  saved: message('Saved on this device'),
  syncing: message('Syncing'),
  deferred: message('Waits for an update'),
  'up-to-date': message('Up to date'),
  offline: message('Offline'),
  'needs-you': message('Something needs attention'),
  'signed-out': message('Sign in again'),
  'reload-needed': message('Reload needed'),
  'data-lost': message('Data lost'),
  downloading: message('Downloading'),
};

function StorageFigures() {
  const { estimate, persisted, protect } = useStorage();
  return (
    <Figures title={i18n.t('Storage')}>
      <Description name={i18n.t('Used')}>
        {estimate === undefined ? '…' : bytes(estimate.usage)}
      </Description>
      <Description name={i18n.t('Available to Cairn')}>
        {estimate === undefined ? '…' : bytes(estimate.quota)}
      </Description>
      <ProtectionDescription persisted={persisted} protect={protect} />
      <Description name={i18n.t('Files and snapshots')}>
        <Link to="/ready-for-offline" data-alone>
          {i18n.t('Ready for offline')}
        </Link>
      </Description>
    </Figures>
  );
}

function VersionFigures() {
  const shell = useShell();
  const { app, protocol, store } = useVersions();
  return (
    <Figures title={i18n.t('Versions')}>
      <Description name={i18n.t('App')}>{app ?? i18n.t('from source')}</Description>
      <Description name={i18n.t('Protocol')}>{protocol}</Description>
      <Description name={i18n.t('Database on this device')}>{store ?? '…'}</Description>
      <Description name={i18n.t('Opens without a network')}>
        {shell.offlineReady ? i18n.t('yes') : i18n.t('not yet')}
      </Description>
      <Description name={i18n.t('New version waits')}>
        {shell.updateReady ? i18n.t('yes') : i18n.t('no')}
      </Description>
      <Description name={i18n.t('Browser')}>{navigator.userAgent}</Description>
    </Figures>
  );
}

type Checked =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly report: ReplicaReport }
  | { readonly kind: 'failed'; readonly failure: unknown };

function Replica({ account }: { readonly account: Account }) {
  const compared = useCompared();
  const repairs = compared?.repairs ?? [];
  const [checked, setChecked] = useState<Checked>({ kind: 'idle' });
  const differences = checked.kind === 'done' ? checked.report.differences : [];
  const nameOf = useScopeNames([...repairs, ...differences].map(({ scope }) => scope));
  const check = async () => {
    setChecked({ kind: 'busy' });
    try {
      setChecked({ kind: 'done', report: await account.checkReplica() });
    } catch (failure) {
      setChecked({ kind: 'failed', failure });
    }
  };
  return (
    <section className={styles['section']}>
      <h2 className={styles['title']}>{i18n.t('Replica')}</h2>
      <DescriptionList>
        <ComparisonDescription compared={compared} />
      </DescriptionList>
      <Group gap="sm" mt="sm">
        <Button variant="default" onClick={() => void check()} disabled={checked.kind === 'busy'}>
          {checked.kind === 'busy' ? i18n.t('Comparing...') : i18n.t('Compare with the server')}
        </Button>
        <output>{replicaMessage(checked)}</output>
      </Group>
      <p>
        {i18n.t(
          'Cairn compares by itself while it has nothing else to do. Messages are compared only with this button.',
        )}
      </p>
      {differences.length > 0 ? (
        <ul className={styles['list']}>
          {differences.map((difference) => (
            <li key={difference.scope}>
              {i18n.t('{scope}: {here} rows here, {there} at the server', {
                scope: nameOf(difference.scope),
                here: difference.here,
                there: difference.there,
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {repairs.length > 0 ? <RepairList repairs={repairs} nameOf={nameOf} /> : null}
    </section>
  );
}

function replicaMessage(checked: Checked): string {
  switch (checked.kind) {
    case 'idle':
    case 'busy':
      return '';
    case 'failed':
      return `${reasonOf(checked.failure)} ${i18n.t('What is on this device is not affected.')}`;
    case 'done':
      return checked.report.equal
        ? i18n.t('Equal to the server, row for row.')
        : i18n.t('There are differences:');
  }
}

function reasonOf(failure: unknown): string {
  return failureMessage(failure, {
    fault: i18n.t('Something went wrong in Cairn.'),
    silence: i18n.t('The server cannot be asked now.'),
  });
}

function Figures({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2 className={styles['title']}>{title}</h2>
      <DescriptionList>{children}</DescriptionList>
    </section>
  );
}

function bytes(count: number | undefined): string {
  return count === undefined ? i18n.t('unknown') : formatSize(count);
}
