import { Button } from '@mantine/core';
import type { Task } from '../../../model/entities/task.ts';
import { type ActivityEntry, useActivity } from '../../data/activity.ts';
import { useArchivedCards, useBoardCards } from '../../data/cards.ts';
import { useFlags } from '../../data/flags.ts';
import { useLabels } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { changeMessage, claimOf, type NameOf } from './activity-text.ts';
import classes from './task-activity.module.css';

/** Activity of a task with old and new values, newest first. Read from the server: devices do not store it. */
export function TaskActivity({ task }: { readonly task: Task }) {
  const { entries, failure, hasMore, isLoading, more, again } = useActivity({
    kind: 'tasks',
    by: undefined,
    row: task.id,
  });
  const nameOf = useNames(task.project);
  return (
    <>
      {failure !== undefined && (
        <p className={classes.muted}>
          {failure.isOffline
            ? 'The history is read from the server: it shows when you are online.'
            : failure.message}{' '}
          {!failure.isOffline && (
            <Button size="compact-xs" variant="light" onClick={again}>
              Try again
            </Button>
          )}
        </p>
      )}
      {entries === undefined && failure === undefined && (
        <p className={classes.muted}>Reading the history…</p>
      )}
      <ul className={classes.list}>
        {entries?.map((entry) => (
          <ActivityItem key={entry.version} entry={entry} nameOf={nameOf} />
        ))}
      </ul>
      {hasMore && (
        <Button size="compact-sm" variant="subtle" disabled={isLoading} onClick={more}>
          Show earlier
        </Button>
      )}
    </>
  );
}

interface ActivityItemProps {
  readonly entry: ActivityEntry;
  readonly nameOf: NameOf;
}

function ActivityItem({ entry, nameOf }: ActivityItemProps) {
  const now = useNow(60_000);
  const changes = changeMessage(entry, nameOf);
  if (changes.length === 0 && entry.action === 'changed') return null;
  const when = (iso: string) => formatInstant(iso, now, new Date(now).getTimezoneOffset());
  const claim = claimOf(entry);
  const who = entry.by.display_name === '' ? 'Somebody' : entry.by.display_name;
  return (
    <li className={classes.item}>
      <p className={classes.line}>
        <strong>{who}</strong> {entry.action === 'changed' ? 'changed' : `${entry.action} the task`}
        <span className={classes.muted}>
          <time dateTime={entry.at}>{when(entry.at)}</time>
          {claim !== undefined && `, done ${when(claim)} by the device's clock`}
        </span>
      </p>
      {changes.map(({ field, before, after }) => (
        <p key={field} className={classes.change}>
          <span className={classes.muted}>{field}</span> <del>{before}</del>
          <span aria-hidden> → </span>
          <ins>{after}</ins>
        </p>
      ))}
    </li>
  );
}

function useNames(project: string): NameOf {
  const people = usePeople();
  const flags = useFlags();
  const cards = useBoardCards(project);
  const archived = useArchivedCards(project);
  const labels = useLabels(project);
  return (kind, id) => {
    switch (kind) {
      case 'people':
        return people?.find((one) => one.id === id)?.display_name;
      case 'flags':
        return flags?.find((one) => one.id === id)?.name;
      case 'cards':
        return (
          cards?.find((one) => one.id === id) ?? archived?.find(({ card }) => card.id === id)?.card
        )?.name;
      case 'labels':
        return labels?.find((one) => one.id === id)?.name;
      default:
        return undefined;
    }
  };
}
