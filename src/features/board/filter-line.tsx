import { Button } from '@mantine/core';
import { isFiltering, type TaskFilter } from '../../data/task-filter.ts';
import type { OwnTasks } from '../../data/tasks.ts';
import type { BoardFacts } from './board-context.ts';
import classes from './board.module.css';
import { DUE_WORDS, NO_FILTER } from './filter-words.ts';

interface Props {
  readonly filter: TaskFilter;
  readonly facts: BoardFacts;
  readonly own: OwnTasks | undefined;
  readonly onFilter: (filter: TaskFilter) => void;
}

/** Says in words that not everything is shown, and how to see it all. */
export function FilterLine({ filter, facts, own, onFilter }: Props) {
  const filtering = isFiltering(filter);
  const shown = wordsOf(filter, facts);
  return (
    <output className={classes.filterLine}>
      {own !== undefined && (
        <>
          <span>{ownWords(own)}</span>
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

function ownWords({ only, hasAny }: OwnTasks): string {
  if (only !== undefined) return 'Only tasks you are assignee or collaborator of are shown.';
  return hasAny
    ? 'The whole project is shown.'
    : 'You have no tasks of your own here, so the whole project is shown.';
}

function wordsOf({ q, who, flag, label, due }: TaskFilter, facts: BoardFacts): readonly string[] {
  const nameOf = (id: string) => facts.people.get(id)?.display_name ?? 'an unknown person';
  return [
    q === undefined ? undefined : `“${q}”`,
    who === undefined ? undefined : who === 'none' ? 'not assigned' : nameOf(who),
    flag === undefined ? undefined : (facts.flags.get(flag)?.name ?? 'a priority that is gone'),
    label === undefined ? undefined : (facts.labels.get(label)?.name ?? 'a label that is gone'),
    due === undefined ? undefined : DUE_WORDS[due].toLowerCase(),
  ].filter((words) => words !== undefined);
}
