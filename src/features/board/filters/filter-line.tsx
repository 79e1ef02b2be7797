import { Button } from '@mantine/core';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
import type { DueFilter } from '../../../data/due-filters.ts';
import { isFiltering, type TaskFilter } from '../../../data/task-filter.ts';
import type { OwnTasks } from '../../../data/tasks.ts';
import type { BoardData } from '../board-context.ts';
import classes from '../board.module.css';
import { NO_FILTER } from './filter-labels.ts';

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
              {own.only === undefined
                ? i18n.t('Show only my tasks')
                : i18n.t('Show the whole project')}
            </Button>
          )}
        </>
      )}
      {filtering && (
        <>
          <span>{i18n.t('Shown: {filters}', { filters: shown.join(', ') })}</span>
          <Button size="compact-xs" variant="light" onClick={() => onFilter(NO_FILTER)}>
            {i18n.t('Show everything')}
          </Button>
        </>
      )}
    </output>
  );
}

function ownMessage({ only, hasAny }: OwnTasks): string {
  if (only !== undefined) {
    return i18n.t('Only tasks you are assignee or collaborator of are shown.');
  }
  return hasAny
    ? i18n.t('The whole project is shown.')
    : i18n.t('You have no tasks of your own here, so the whole project is shown.');
}

/** Inside the sentence of the line. */
const DUE: Readonly<Record<DueFilter, Message>> = {
  overdue: message('overdue'),
  today: message('due today'),
  week: message('due within a week'),
  none: message('no due date'),
};

function textOf({ q, who, flag, label, due }: TaskFilter, data: BoardData): readonly string[] {
  const nameOf = (id: string) => data.people.get(id)?.display_name ?? i18n.t('an unknown person');
  return [
    q === undefined ? undefined : i18n.t('“{query}”', { query: q }),
    who === undefined ? undefined : who === 'none' ? i18n.t('not assigned') : nameOf(who),
    flag === undefined
      ? undefined
      : (data.flags.get(flag)?.name ?? i18n.t('a priority that is gone')),
    label === undefined
      ? undefined
      : (data.labels.get(label)?.name ?? i18n.t('a label that is gone')),
    due === undefined ? undefined : i18n.t(DUE[due]),
  ].filter((text) => text !== undefined);
}
