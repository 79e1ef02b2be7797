import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import type { OutboxItem, SyncStatus } from '../../data/sync-status.ts';
import { TwoVersions } from '../../ui/two-versions.tsx';
import styles from './outbox-panel.module.css';
import { useEntryActions } from './use-entry-actions.ts';
import { WaitingEntry } from './waiting-entry.tsx';

const STATES = {
  waiting: 'Waiting',
  sending: 'Sending',
  blocked: 'Waiting',
  newer: 'Waits for a newer version of Cairn',
  quarantined: 'The server fails',
  rejected: 'Not accepted',
  conflict: 'Two versions',
} as const;

/** Whether the person has to decide; else it goes by itself, now or later. */
export function isForPerson(state: OutboxItem['state']): boolean {
  return state === 'rejected' || state === 'conflict' || state === 'quarantined';
}

/** One change: what it is, why it waits, what the person can do about it. */
export function OutboxEntry({
  item,
  status,
}: {
  readonly item: OutboxItem;
  /** Of sync as a whole, which is why most of them wait. */
  readonly status: SyncStatus | undefined;
}) {
  const words = STATES[item.state];
  if (!isForPerson(item.state)) return <WaitingEntry item={item} words={words} status={status} />;
  return (
    <li className={styles['entry']} data-mine>
      <div className={styles['line']}>
        <span className={styles['what']}>{item.description}</span>
        <span className={styles['state']}>{words}</span>
      </div>
      {item.reason === undefined ? null : <p className={styles['reason']}>{item.reason}</p>}
      <Decision item={item} />
    </li>
  );
}

const LOSES = 'The row goes back to what the server has. Your text goes with the change.';

function Decision({ item }: { readonly item: OutboxItem }) {
  const account = useAccount();
  const [edited, setEdited] = useState<string>();
  const { report, discard, copy } = useEntryActions(item, LOSES);
  if (account === undefined) return null;
  const canEdit = item.state === 'rejected' && item.text !== undefined;
  if (item.mine !== undefined && item.theirs !== undefined) {
    return (
      <TwoVersions
        what="this text"
        mine={item.mine}
        theirs={item.theirs}
        isOwn={item.table === 'notes'}
        onChoose={(choice) => void report(account.chooseText(item.id, choice))}
      />
    );
  }
  return (
    <>
      {item.ownText === '' || edited !== undefined ? null : (
        <pre className={styles['own']}>{item.ownText}</pre>
      )}
      {edited === undefined ? null : (
        <Textarea
          aria-label="My text"
          autosize
          minRows={2}
          maxRows={10}
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      <div className={styles['actions']}>
        {edited === undefined ? (
          <Button size="compact-sm" onClick={() => void report(account.retry(item.id))}>
            Try again
          </Button>
        ) : (
          <Button
            size="compact-sm"
            disabled={edited.trim() === ''}
            onClick={() => void report(account.editText(item.id, edited))}
          >
            Send this text
          </Button>
        )}
        {item.ownText === '' ? null : (
          <Button size="compact-sm" variant="default" onClick={() => void copy()}>
            Copy my text
          </Button>
        )}
        {canEdit && edited === undefined ? (
          <Button size="compact-sm" variant="default" onClick={() => setEdited(item.text)}>
            Edit
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </>
  );
}
