import { Button } from '@mantine/core';
import { isFiltering, type TaskFilter } from '../../../data/task-filter.ts';
import type { OwnTasks } from '../../../data/tasks.ts';
import type { BoardData } from '../board-context.ts';
import classes from '../board.module.css';
import { DUE_LABELS, NO_FILTER } from './filter-labels.ts';

interface Props {
  readonly filter: TaskFilter;
  readonly data: BoardData;
  readonly own: OwnTasks | undefined;
  readonly onFilter: (filter: TaskFilter) => void;
}

/** Line that names the active filters and clears them. */
export function FilterLine({ filter, data, own, onFilter }: Props) {
  const filtering = isFiltering(filter);
  const shown = textOf(filter, data);
  return (
    <output className={classes.filterLine}>
      {own !== undefined && (
        <>
          <span>{ownMessage(own)}</span>
          {own.hasAny && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => own.show(own.only === undefined ? 'own' : 'all')}
            >
              {own.only === undefined ? 'Show only my tasks' : 'Show the whole project'}
            </Button>
          )}
        </>
      )}
      {filtering && (
        <>
          <span>Shown: {shown.join(', ')}</span>
          <Button size="compact-xs" variant="light" onClick={() => onFilter(NO_FILTER)}>
            Show everything
          </Button>
        </>
      )}
    </output>
  );
}

function ownMessage({ only, hasAny }: OwnTasks): string {
  if (only !== undefined) return 'Only tasks you are assignee or collaborator of are shown.';
  return hasAny
    ? 'The whole project is shown.'
    : 'You have no tasks of your own here, so the whole project is shown.';
}

function textOf({ q, who, flag, label, due }: TaskFilter, data: BoardData): readonly string[] {
  const nameOf = (id: string) => data.people.get(id)?.display_name ?? 'an unknown person';
  return [
    q === undefined ? undefined : `“${q}”`,
    who === undefined ? undefined : who === 'none' ? 'not assigned' : nameOf(who),
    flag === undefined ? undefined : (data.flags.get(flag)?.name ?? 'a priority that is gone'),
    label === undefined ? undefined : (data.labels.get(label)?.name ?? 'a label that is gone'),
    due === undefined ? undefined : DUE_LABELS[due].toLowerCase(),
  ].filter((text) => text !== undefined);
}
