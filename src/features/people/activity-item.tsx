import { Button } from '@mantine/core';
import type { ActivityEntry } from '../../data/activity.ts';
import { putBackOf, usePutBack } from '../../data/put-back.ts';
import { instantWords } from '../../ui/date-words.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { showToast } from '../../ui/toasts.tsx';
import styles from './activity-tab.module.css';
import { fieldWords, type NameOf, valueWords, verbOf } from './activity-words.ts';

interface ActivityItemProps {
  readonly entry: ActivityEntry;
  readonly nameOf: NameOf;
  readonly now: number;
}

/** One row that one write changed: who, when, what it was before and after. */
export function ActivityItem({ entry, nameOf, now }: ActivityItemProps) {
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
        </p>
        {fields.length === 0 ? null : (
          <ul className={styles['changes']}>
            {fields.map((change) => (
              <ChangeLine key={change.field} entry={entry} change={change} nameOf={nameOf} />
            ))}
          </ul>
        )}
        {removed === undefined ? null : <PutBackButton entry={entry} change={removed} />}
      </div>
    </li>
  );
}

interface ChangeLineProps {
  readonly entry: ActivityEntry;
  readonly change: ActivityEntry['changes'][number];
  readonly nameOf: NameOf;
}

function ChangeLine({ entry, change, nameOf }: ChangeLineProps) {
  const { field, before, after } = change;
  return (
    <li className={styles['change']}>
      <span className={styles['field']}>{fieldWords(field)}</span>
      <span className={styles['values']}>
        <del className={styles['old']}>{valueWords(field, before, nameOf)}</del>
        <span aria-hidden="true"> → </span>
        <ins className={styles['new']}>{valueWords(field, after, nameOf)}</ins>
      </span>
      <PutBackButton entry={entry} change={change} />
    </li>
  );
}

function PutBackButton({ entry, change }: Omit<ChangeLineProps, 'nameOf'>) {
  const write = usePutBack();
  const putBack = putBackOf(entry, change);
  if (putBack === undefined) return null;
  const run = async () => {
    if (await write(putBack)) showToast({ message: 'Put back as it was' });
  };
  const words = change.field === '*' ? 'the removed one' : fieldWords(change.field);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={styles['back'] ?? ''}
      aria-label={`Put back ${words} of ${entry.name}`}
      onClick={() => void run()}
    >
      Put back
    </Button>
  );
}

function titleOf(entry: ActivityEntry, nameOf: NameOf): string {
  if (entry.table !== 'team_members') return entry.name === '' ? entry.row : entry.name;
  const [project = '', person = ''] = entry.row.split('.');
  const who = nameOf('people', person) ?? 'somebody';
  return `${who} of ${nameOf('projects', project) ?? 'a project that is gone'}`;
}

/** Both clocks, when they differ: work that was done offline arrives later. */
function claimWords(entry: ActivityEntry, now: number, offset: number): string {
  const received = `Received ${instantWords(entry.at, now, offset)}`;
  return entry.claimed_at === null
    ? received
    : `${received}, done ${instantWords(entry.claimed_at, now, offset)} by the device's clock`;
}
