import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAccount } from '../../data/client.tsx';
import type { OutboxItem } from '../../data/outbox.ts';
import type { SyncStatus } from '../../data/sync-status.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { TwoVersions } from '../../ui/text/two-versions.tsx';
import { EntryText } from './entry-text.tsx';
import styles from './outbox-panel.module.css';
import { SaveFiles } from './save-files.tsx';
import { useEntryActions } from './use-entry-actions.ts';
import { useEntryFocus } from './use-entry-focus.ts';
import { WaitingEntry } from './waiting-entry.tsx';

const STATES = {
  waiting: message('Waiting'),
  sending: message('Sending'),
  blocked: message('Waiting'),
  newer: message('Waits for a newer version of Cairn'),
  quarantined: message('The server fails'),
  rejected: message('Not accepted'),
  conflict: message('Two versions'),
} as const;

/** True when the person has to decide; any other change is sent without an action. */
export function isForPerson(state: OutboxItem['state']): boolean {
  return state === 'rejected' || state === 'conflict' || state === 'quarantined';
}

/** Entry of the outbox: the change, the reason why it is pending, and its actions. */
export function OutboxEntry({
  item,
  status,
}: {
  readonly item: OutboxItem;
  /** Status of sync, the usual reason why a change is pending. */
  readonly status: SyncStatus | undefined;
}) {
  const text = i18n.t(STATES[item.state]);
  if (!isForPerson(item.state)) return <WaitingEntry item={item} text={text} status={status} />;
  return <DecisionEntry item={item} text={text} />;
}

/** Entry of a change that needs the person's decision. */
function DecisionEntry({ item, text }: { readonly item: OutboxItem; readonly text: string }) {
  const entry = useRef<HTMLLIElement>(null);
  const actions = useEntryActions(item, i18n.t(LOSES));
  useEntryFocus({ entry, id: item.id, isDecided: actions.isDecided });
  return (
    <li ref={entry} className={styles['entry']} data-mine data-change={item.id} tabIndex={-1}>
      <div className={styles['line']}>
        <EntryText item={item} />
        <span className={styles['state']}>{text}</span>
      </div>
      {item.reason === undefined ? null : (
        <p className={styles['reason']}>{translated(item.reason)}</p>
      )}
      <Decision item={item} actions={actions} />
    </li>
  );
}

const LOSES = message(
  'The row returns to the version on the server, and your text is deleted with the change.',
);

interface DecisionProps {
  readonly item: OutboxItem;
  readonly actions: ReturnType<typeof useEntryActions>;
}

function Decision({ item, actions }: DecisionProps) {
  const account = useAccount();
  const [edited, setEdited] = useState<string>();
  const { report, discard, copy } = actions;
  if (account === undefined) return null;
  const canEdit = item.state === 'rejected' && item.text !== undefined;
  if (item.mine !== undefined && item.theirs !== undefined) {
    return (
      <TwoVersions
        what={i18n.t('this text')}
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
          ref={moveFocus}
          aria-label={i18n.t('My text')}
          autosize
          minRows={2}
          maxRows={10}
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      <div className={styles['actions']}>
        {edited === undefined ? (
          item.mayRetry && (
            <Button size="compact-sm" onClick={() => void report(account.retry(item.id))}>
              {i18n.t('Try again')}
            </Button>
          )
        ) : (
          <Button
            size="compact-sm"
            disabled={edited.trim() === ''}
            onClick={() => void report(account.editText(item.id, edited))}
          >
            {i18n.t('Send this text')}
          </Button>
        )}
        {item.ownText === '' ? null : (
          <Button size="compact-sm" variant="default" onClick={() => void copy()}>
            {i18n.t('Copy my text')}
          </Button>
        )}
        {canEdit && edited === undefined ? (
          <Button size="compact-sm" variant="default" onClick={() => setEdited(item.text)}>
            {i18n.t('Edit')}
          </Button>
        ) : null}
        <SaveFiles files={item.files} />
        <Button size="compact-sm" variant="default" onClick={() => void discard()}>
          {i18n.t('Discard')}
        </Button>
      </div>
    </>
  );
}
