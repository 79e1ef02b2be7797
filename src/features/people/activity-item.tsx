import { Button } from '@mantine/core';
import type { ActivityEntry } from '../../data/activity.ts';
import { putBackOf } from '../../data/put-back.ts';
import { instantWords } from '../../ui/date-words.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import styles from './activity-tab.module.css';
import { fieldWords, kindOf, type NameOf, titleOf, valueWords, verbOf } from './activity-words.ts';

interface ActivityItemProps {
  readonly entry: ActivityEntry;
  readonly nameOf: NameOf;
  readonly now: number;
  /** Brings an old value back; without it the entry is one's own that the server does not have yet. */
  readonly onPutBack?: PutBackOf;
  /** The row is not there any more: it can come back as a whole, and nothing of it. */
  readonly isGone?: boolean;
  /** Why the server did not take it. */
  readonly refusal?: string | undefined;
}

type PutBackOf = (
  entry: ActivityEntry,
  change: ActivityEntry['changes'][number],
) => Promise<boolean>;

/** One row that one write changed: who, when, what it was before and after. */
export function ActivityItem(props: ActivityItemProps) {
  const { entry, nameOf, now, onPutBack, isGone = false, refusal } = props;
  const offset = new Date(now).getTimezoneOffset();
  const who = entry.by.display_name === '' ? 'Somebody' : entry.by.display_name;
  const fields = entry.changes.filter(({ field }) => field !== '' && field !== '*');
  const removed = entry.changes.find(({ field }) => field === '*');
  return (
    <li className={styles['item']}>
      <PersonAvatar name={who} size={26} tooltip={false} />
      <div className={styles['body']}>
        <p className={styles['line']}>
          <strong>{who}</strong> {verbOf(entry)} <strong>{titleOf(entry, nameOf)}</strong>
          <time
            className={styles['time']}
            dateTime={entry.at}
            title={claimWords(entry, now, offset)}
          >
            {instantWords(entry.at, now, offset)}
          </time>
          {onPutBack === undefined ? (
            <span className={styles['mark']}>
              <RowMark mark={refusal === undefined ? 'waiting' : 'rejected'} />
            </span>
          ) : null}
        </p>
        {refusal === undefined ? null : (
          <p className={styles['refused']} role="alert">
            Not put back: {refusal}
          </p>
        )}
        {fields.length === 0 ? null : (
          <ul className={styles['changes']}>
            {fields.map((change) => (
              <ChangeLine
                key={change.field}
                {...{ entry, change, nameOf, onPutBack: isGone ? undefined : onPutBack }}
              />
            ))}
          </ul>
        )}
        {removed === undefined || !isGone ? null : (
          <PutBackButton entry={entry} change={removed} nameOf={nameOf} onPutBack={onPutBack} />
        )}
      </div>
    </li>
  );
}

interface ChangeLineProps {
  readonly entry: ActivityEntry;
  readonly change: ActivityEntry['changes'][number];
  readonly nameOf: NameOf;
  readonly onPutBack: PutBackOf | undefined;
}

function ChangeLine({ entry, change, nameOf, onPutBack }: ChangeLineProps) {
  const { field, before, after } = change;
  return (
    <li className={styles['change']}>
      <span className={styles['field']}>{fieldWords(field)}</span>
      <span className={styles['values']}>
        <del className={styles['old']}>{valueWords(field, before, nameOf)}</del>
        <span aria-hidden="true"> → </span>
        <ins className={styles['new']}>{valueWords(field, after, nameOf)}</ins>
      </span>
      <PutBackButton {...{ entry, change, nameOf, onPutBack }} />
    </li>
  );
}

function PutBackButton({ entry, change, nameOf, onPutBack }: ChangeLineProps) {
  if (onPutBack === undefined || putBackOf(entry, change) === undefined) return null;
  const run = async () => {
    if (await onPutBack(entry, change)) showToast({ message: 'Put back as it was' });
  };
  const words = change.field === '*' ? 'the removed one' : fieldWords(change.field);
  const title = titleOf(entry, nameOf);
  const about = entry.name === '' ? `the ${kindOf(entry.table)} ${title}`.trim() : title;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={styles['back'] ?? ''}
      aria-label={`Put back ${words} of ${about}`}
      onClick={() => void run()}
    >
      Put back
    </Button>
  );
}

/** Both clocks, when they differ: work that was done offline arrives later. */
function claimWords(entry: ActivityEntry, now: number, offset: number): string {
  const received = `Received ${instantWords(entry.at, now, offset)}`;
  return entry.claimed_at === null
    ? received
    : `${received}, done ${instantWords(entry.claimed_at, now, offset)} by the device's clock`;
}
