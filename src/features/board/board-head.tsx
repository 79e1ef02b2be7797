import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArchive, IconCards, IconDots, IconTag, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { isFiltering, type TaskFilter } from '../../data/task-filter.ts';
import type { OwnTasks } from '../../data/tasks.ts';
import type { BoardFacts } from './board-context.ts';
import { BoardSearch } from './board-search.tsx';
import type { Side } from './board-sides.tsx';
import classes from './board.module.css';
import { DUE_WORDS, NO_FILTER } from './filter-words.ts';

const BoardFilter = lazy(async () => ({
  default: (await import('./board-filter.tsx')).BoardFilter,
}));

interface Props {
  readonly name: string;
  readonly project: string;
  readonly facts: BoardFacts;
  readonly filter: TaskFilter;
  readonly own: OwnTasks | undefined;
  readonly onFilter: (filter: TaskFilter) => void;
  readonly onMembers: () => void;
  readonly onOpen: (side: Side) => void;
}

/** Name of the board, what of it is shown, and the top menu (board spec, 2). */
export function BoardHead(props: Props) {
  const { name, project, facts, filter, own, onFilter, onMembers, onOpen } = props;
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>{name}</h1>
        <BoardSearch
          value={filter.q ?? ''}
          onChange={(q) => onFilter({ ...filter, q: q.trim() === '' ? undefined : q })}
        />
        <Suspense fallback={<span className={classes.filterPlace} />}>
          <BoardFilter project={project} facts={facts} filter={filter} onFilter={onFilter} />
        </Suspense>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.members}
          leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
          onClick={onMembers}
        >
          Members
        </Button>
        <TopMenu facts={facts} onMembers={onMembers} onOpen={onOpen} />
      </header>
      <FilterLine filter={filter} facts={facts} own={own} onFilter={onFilter} />
    </>
  );
}

type FilterLineProps = Pick<Props, 'filter' | 'facts' | 'own' | 'onFilter'>;

/** Says in words that not everything is shown, and how to see it all. */
function FilterLine({ filter, facts, own, onFilter }: FilterLineProps) {
  const filtering = isFiltering(filter);
  if (!filtering && own === undefined) return null;
  const shown = wordsOf(filter, facts);
  return (
    <output className={classes.filterLine}>
      {own !== undefined && (
        <>
          <span>{ownWords(own)}</span>
          {own.any && (
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

function ownWords({ only, any }: OwnTasks): string {
  if (only !== undefined) return 'Only tasks you are assignee or collaborator of are shown.';
  return any
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

interface TopMenuProps extends Pick<Props, 'facts' | 'onMembers' | 'onOpen'> {}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function TopMenu({ facts, onMembers, onOpen }: TopMenuProps) {
  const administrative = facts.actor !== undefined && isAdministrative(facts.actor);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label="Board menu" size={30}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArchive {...ICON} />}
          onClick={() => onOpen({ kind: 'tasks' })}
        >
          Archived Tasks
        </Menu.Item>
        {administrative && (
          <Menu.Item
            leftSection={<IconCards {...ICON} />}
            onClick={() => onOpen({ kind: 'cards' })}
          >
            Archived Cards
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTag {...ICON} />} onClick={() => onOpen({ kind: 'labels' })}>
          {facts.actor?.specialRole === true ? 'Sub-tasks' : 'Labels'}
        </Menu.Item>
        <Menu.Item
          className={classes.membersItem}
          leftSection={<IconUsers {...ICON} />}
          onClick={onMembers}
        >
          Members
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
