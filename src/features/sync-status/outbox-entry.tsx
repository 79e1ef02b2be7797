import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { OutboxItem } from '../../data/outbox.ts';
import { useEditedText, useTextChoice } from '../../data/outbox-decisions.ts';
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
      {item.mine === undefined || item.theirs === undefined ? (
        <Decision item={item} actions={actions} />
      ) : (
        <Choice item={item} actions={actions} mine={item.mine} theirs={item.theirs} />
      )}
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

interface ChoiceProps extends DecisionProps {
  readonly mine: string;
  readonly theirs: string;
}

function Choice({ item, actions, mine, theirs }: ChoiceProps) {
  const { choose, ...rest } = useTextChoice(item, actions.decide);
  return (
    <TwoVersions
      what={i18n.t('this text')}
      mine={mine}
      theirs={theirs}
      {...rest}
      onChoose={(choice) => void choose(choice)}
    />
  );
}

function Decision({ item, actions }: DecisionProps) {
  const draft = useEditedText(item);
  const [isStored] = useState(draft.isDirty);
  const [isEditing, setEditing] = useState(isStored);
  const { decide, discard, copy } = actions;
  const canEdit = item.state === 'rejected' && item.text !== undefined;
  const { text } = draft.values;
  const clearAfter = async (work: Promise<boolean>) => {
    if (await work) draft.clear();
  };
  return (
    <>
      {item.ownText === '' || isEditing ? null : (
        <pre className={styles['own']}>{item.ownText}</pre>
      )}
      {isEditing && (
        <Textarea
          ref={isStored ? undefined : moveFocus}
          aria-label={i18n.t('My text')}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => draft.set({ text: event.currentTarget.value })}
        />
      )}
      <div className={styles['actions']}>
        {isEditing ? (
          <Button
            size="compact-sm"
            disabled={text.trim() === ''}
            onClick={() => void clearAfter(decide((account) => account.editText(item.id, text)))}
          >
            {i18n.t('Send this text')}
          </Button>
        ) : (
          item.mayRetry && (
            <Button
              size="compact-sm"
              onClick={() => void decide((account) => account.retry(item.id))}
            >
              {i18n.t('Try again')}
            </Button>
          )
        )}
        {item.ownText === '' ? null : (
          <Button size="compact-sm" variant="default" onClick={() => void copy()}>
            {i18n.t('Copy my text')}
          </Button>
        )}
        {canEdit && !isEditing ? (
          <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            {i18n.t('Edit')}
          </Button>
        ) : null}
        <SaveFiles files={item.files} />
        <Button size="compact-sm" variant="default" onClick={() => void clearAfter(discard())}>
          {i18n.t('Discard')}
        </Button>
      </div>
    </>
  );
}
