import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useShell } from '../../data/app-update.tsx';
import { type Account, type ReplicaReport, useAccount } from '../../data/client.tsx';
import { failureMessage } from '../../data/failure-messages.ts';
import { type SyncStatus, useOutbox, useSyncStatus } from '../../data/sync-status.ts';
import { useVersions } from '../../data/versions.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useOnline } from '../../data/online.ts';
import styles from './diagnostics-page.module.css';
import { useStorage } from './use-storage.ts';
import { formatMoment } from '../../ui/text/locale.ts';

/** Diagnostics: local storage, state of sync, and a comparison of the local rows with the server's. */
export function DiagnosticsPage() {
  const account = useAccount();
  return (
    <Page title="Diagnostics" hint="What this device knows and keeps." width="reading">
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
    <Figures title="Sync">
      <Fact name="State">{status === undefined ? '…' : PHASES[status.phase]}</Fact>
      <Fact name="Browser says">{online ? 'online' : 'offline'}</Fact>
      <Fact name="Waiting to be sent">{status?.waiting ?? '…'}</Fact>
      <Fact name="Needs attention">{status?.rejectedCount ?? '…'}</Fact>
      <Fact name="Entries in the queue">
        {outbox?.length ?? '…'}{' '}
        <Link to="." search={(before) => ({ ...before, panel: 'outbox' as const })}>
          Show them
        </Link>
      </Fact>
      <Fact name="Last synced">
        {status?.lastSync === undefined ? 'not yet' : formatMoment(status.lastSync)}
      </Fact>
    </Figures>
  );
}

const PHASES: Readonly<Record<SyncStatus['phase'], string>> = {
  saved: 'Saved on this device',
  syncing: 'Syncing',
  deferred: 'Waits for an update',
  'up-to-date': 'Up to date',
  offline: 'Offline',
  'needs-you': 'Something needs attention',
  'signed-out': 'Sign in again',
  'reload-needed': 'Reload needed',
  'data-lost': 'Data lost',
  downloading: 'Downloading',
};

function StorageFigures() {
  const { estimate, persisted, protect } = useStorage();
  return (
    <Figures title="Storage">
      <Fact name="Used">{estimate === undefined ? '…' : bytes(estimate.usage)}</Fact>
      <Fact name="Available to Cairn">{estimate === undefined ? '…' : bytes(estimate.quota)}</Fact>
      <Fact name="Protected from clean-up by the browser">
        {persisted === undefined ? '…' : persisted ? 'yes' : 'no'}{' '}
        {persisted === false ? (
          <Button size="compact-xs" variant="default" onClick={() => void protect()}>
            Ask the browser
          </Button>
        ) : null}
      </Fact>
    </Figures>
  );
}

function VersionFigures() {
  const shell = useShell();
  const { app, protocol, store } = useVersions();
  return (
    <Figures title="Versions">
      <Fact name="App">{app ?? 'from source'}</Fact>
      <Fact name="Protocol">{protocol}</Fact>
      <Fact name="Database on this device">{store ?? '…'}</Fact>
      <Fact name="Opens without a network">{shell.offlineReady ? 'yes' : 'not yet'}</Fact>
      <Fact name="New version waits">{shell.updateReady ? 'yes' : 'no'}</Fact>
      <Fact name="Browser">{navigator.userAgent}</Fact>
    </Figures>
  );
}

type Checked =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly report: ReplicaReport }
  | { readonly kind: 'failed'; readonly failure: unknown };

function Replica({ account }: { readonly account: Account }) {
  const [checked, setChecked] = useState<Checked>({ kind: 'idle' });
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
      <h2 className={styles['title']}>Replica</h2>
      <Group gap="sm">
        <Button variant="default" onClick={() => void check()} disabled={checked.kind === 'busy'}>
          {checked.kind === 'busy' ? 'Comparing...' : 'Compare with the server'}
        </Button>
        <output>{replicaMessage(checked)}</output>
      </Group>
      {checked.kind === 'done' && !checked.report.equal ? (
        <ul className={styles['list']}>
          {checked.report.differences.map((difference) => (
            <li key={difference.scope}>
              {difference.scope}: {difference.here} rows here, {difference.there} at the server
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function replicaMessage(checked: Checked): string {
  switch (checked.kind) {
    case 'idle':
    case 'busy':
      return '';
    case 'failed':
      return `${failureMessage(checked.failure, NOT_ASKED)} What is on this device is not affected.`;
    case 'done':
      return checked.report.equal ? 'Equal to the server, row for row.' : 'There are differences:';
  }
}

const NOT_ASKED = {
  fault: 'Something went wrong in Cairn.',
  silence: 'The server cannot be asked now.',
} as const;

function Figures({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2 className={styles['title']}>{title}</h2>
      <dl className={styles['facts']}>{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function bytes(count: number | undefined): string {
  if (count === undefined) return 'unknown';
  const mega = count / 1_000_000;
  return mega < 1000 ? `${mega.toFixed(1)} MB` : `${(mega / 1000).toFixed(1)} GB`;
}
