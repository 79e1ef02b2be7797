import { Anchor, Button, Group } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAccount, useClient } from '../../data/client.tsx';
import { useOutbox } from '../../data/outbox.ts';
import { useShotsWithoutPlace } from '../../data/shots.ts';
import { type SyncStatus, useSyncStatus } from '../../data/sync-status.ts';
import { useTextsWithoutPlace } from '../../data/texts-without-place.ts';
import { useReadiness } from '../../data/packing.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { Panel } from '../../ui/overlays/panel.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ShotsWithoutPlace } from './shots-without-place.tsx';
import { ImportCopy } from './import-copy.tsx';
import { isForPerson, OutboxEntry } from './outbox-entry.tsx';
import styles from './outbox-panel.module.css';
import { saveUnsentCopyOf } from './save-unsent-copy.ts';
import { completeMessage, syncMessage, withLeft } from './sync-messages.ts';
import { TextsWithoutPlace } from './texts-without-place.tsx';

/** Pending entries shown; rejected entries are always shown in full. */
const SHOWN_WAITING = 100;

/** Pending and rejected changes with their reasons and the person's text. */
export function OutboxPanel({ onClose }: { readonly onClose: () => void }) {
  const client = useClient();
  const account = useAccount();
  const dialogs = useDialogs();
  const status = useSyncStatus();
  const items = useOutbox();
  const shots = useShotsWithoutPlace();
  const texts = useTextsWithoutPlace();
  const mine = items?.filter((item) => isForPerson(item.state)) ?? [];
  const waiting = items?.filter((item) => !isForPerson(item.state)) ?? [];
  const left = shots.left.length + texts.left.length;
  const kept = (items?.length ?? 0) + left;
  const exportAll = async () => {
    if (account === undefined) return;
    await saveUnsentCopyOf(client.exportUnsent([account]), { dialogs, end: 'sent' });
  };
  return (
    <Panel
      title={i18n.t('Unsent changes')}
      width={480}
      onClose={onClose}
      footer={
        items === undefined || kept === 0 ? undefined : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => void exportAll()}>
              {i18n.t('Download a copy')}
            </Button>
            {waiting.length === 0 ? null : (
              <Button onClick={() => account?.wake()}>{i18n.t('Send now')}</Button>
            )}
          </Group>
        )
      }
    >
      {status === undefined ? null : <Summary status={status} left={left} />}
      <FilesHere onClose={onClose} />
      {mine.length > 0 ? (
        <section aria-labelledby="outbox-mine">
          <h3 id="outbox-mine" className={styles['heading']}>
            {i18n.t('Needs attention')}
          </h3>
          <ul className={styles['list']}>
            {mine.map((item) => (
              <OutboxEntry key={item.id} item={item} status={status} />
            ))}
          </ul>
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section aria-labelledby="outbox-waiting">
          <h3 id="outbox-waiting" className={styles['heading']}>
            {i18n.t('Waiting to be sent')}
          </h3>
          <ul className={styles['list']}>
            {waiting.slice(0, SHOWN_WAITING).map((item) => (
              <OutboxEntry key={item.id} item={item} status={status} />
            ))}
          </ul>
          {waiting.length > SHOWN_WAITING ? (
            <p className={styles['more']}>
              {i18n.t('and {count} more', { count: waiting.length - SHOWN_WAITING })}
            </p>
          ) : null}
        </section>
      ) : null}
      <ShotsWithoutPlace {...shots} />
      <TextsWithoutPlace {...texts} />
      {items !== undefined && kept === 0 ? (
        <EmptyState
          icon={<IconCloudCheck {...ICON} size={30} />}
          text={i18n.t('Everything is saved on the server')}
        />
      ) : null}
      {items === undefined ? null : <ImportCopy />}
    </Panel>
  );
}

function Summary({ status, left }: { readonly status: SyncStatus; readonly left: number }) {
  const now = useNow(60_000);
  return (
    <dl className={styles['facts']}>
      <dt>{i18n.t('State')}</dt>
      <dd>{syncMessage(withLeft(status, left))}</dd>
      <dt>{i18n.t('Last synced')}</dt>
      <dd>{completeMessage(status, now)}</dd>
    </dl>
  );
}

/** Short form of the page about files on this device. */
function FilesHere({ onClose }: { readonly onClose: () => void }) {
  const readiness = useReadiness();
  // Its line stays free, so that the list does not move.
  if (readiness === undefined) return <p className={styles['more']}>&nbsp;</p>;
  const { files, filesHere } = readiness;
  return (
    <p className={styles['more']}>
      {i18n.t('Files on this device: {here} of {all}', { here: filesHere, all: files })}{' '}
      <Anchor component={Link} inherit underline="always" to="/ready-for-offline" onClick={onClose}>
        {i18n.t('Ready for offline')}
      </Anchor>
    </p>
  );
}
