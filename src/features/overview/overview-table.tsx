import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useState,
} from 'react';
import { isTaskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import styles from './overview.module.css';
import type { OverviewColumn } from './overview-columns.ts';
import { defaultDirection } from './overview-rows.ts';
import type { OverviewSearch, SortKey } from './overview-search.ts';
import { rowSlots } from './row-slots.ts';

interface OverviewTableProps {
  readonly tasks: readonly TaskSummary[];
  /** Number of rows on the pages before this one. */
  readonly start: number;
  readonly columns: readonly OverviewColumn[];
  /** Slugs by project id; part of a task's address. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly search: OverviewSearch;
  readonly onSort: (sort: SortKey | undefined, dir: 'asc' | 'desc' | undefined) => void;
}

/** Number of rows that fit on a tall screen. */
const ON_SCREEN = 20;

/** One page of the overview. A click on a heading sorts, a second one reverses, a third one removes the order. */
export function OverviewTable(props: OverviewTableProps) {
  const { tasks, start, columns, slugs, search, onSort } = props;
  // Renders the visible rows first and the rest in a deferred render.
  const drawn = useDeferredValue(tasks.length, ON_SCREEN);
  const slots = useSlots(tasks, search);
  const navigate = useNavigate();
  const open = useCallback(
    (slug: string, task: string) =>
      void navigate({ to: '/workspace/$slug', params: { slug }, search: { task } }),
    [navigate],
  );
  return (
    <section className={styles['scroll']} aria-label="Tasks">
      <table className={styles['table']} aria-label="Overall Task">
        <thead>
          <tr>
            <th scope="col" data-column="number">
              S.No
            </th>
            {columns.map((column) => (
              <Heading key={column.key} column={column} search={search} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.slice(0, Math.max(drawn, ON_SCREEN)).map((task, index) => (
            <Row
              key={slots.get(task.id)}
              number={start + index + 1}
              task={task}
              columns={columns}
              slug={slugs.get(task.project)}
              onOpen={open}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Slot of each row, by task. State is set while rendering because the rows below are rendered by slot. */
function useSlots(
  tasks: readonly TaskSummary[],
  search: OverviewSearch,
): ReadonlyMap<string, number> {
  const [held, setHeld] = useState(() => ({ tasks, search, slots: rowSlots(new Map(), tasks) }));
  if (held.tasks === tasks) return held.slots;
  const slots = rowSlots(held.slots, tasks, held.search === search);
  setHeld({ tasks, search, slots });
  return slots;
}

interface RowProps {
  readonly number: number;
  readonly task: TaskSummary;
  readonly columns: readonly OverviewColumn[];
  readonly slug: string | undefined;
  readonly onOpen: (slug: string, task: string) => void;
}

const Row = memo(function Row({ number, task, columns, slug, onOpen }: RowProps) {
  const cellOf = ({ key, text }: OverviewColumn): ReactNode => {
    switch (key) {
      case 'name':
        return <TaskLink task={task} slug={slug} onOpen={onOpen} />;
      case 'assignee-completed':
        return <Done done={task.is_completed_employee} />;
      case 'creator-completed':
        return <Done done={task.is_completed} />;
      case 'status':
        return <Status status={text(task)} />;
      default:
        return text(task);
    }
  };
  return (
    <tr>
      <td data-column="number">{number}</td>
      {columns.map((column) => (
        <td key={column.key} data-column={column.key} data-label={column.title}>
          {cellOf(column)}
        </td>
      ))}
    </tr>
  );
});

function Heading({
  column,
  search,
  onSort,
}: Pick<OverviewTableProps, 'search' | 'onSort'> & { readonly column: OverviewColumn }) {
  const { key } = column;
  const current = search.sort ?? 'created';
  const direction = key === current ? (search.dir ?? defaultDirection(search.sort)) : undefined;
  const next = () => {
    if (search.sort !== key) onSort(key, undefined);
    else if (direction === 'asc') onSort(key, 'desc');
    else onSort(undefined, undefined);
  };
  return (
    <th
      scope="col"
      data-column={key}
      aria-sort={direction === undefined ? 'none' : ORDER_LABELS[direction]}
    >
      <UnstyledButton className={styles['sort']} onClick={next}>
        {column.title}
        <span className={styles['arrow']} aria-hidden="true">
          {direction === 'asc' && <IconArrowUp size={13} stroke={1.8} />}
          {direction === 'desc' && <IconArrowDown size={13} stroke={1.8} />}
        </span>
      </UnstyledButton>
    </th>
  );
}

const ORDER_LABELS = { asc: 'ascending', desc: 'descending' } as const;

interface TaskLinkProps {
  readonly task: TaskSummary;
  readonly slug: string | undefined;
  readonly onOpen: (slug: string, task: string) => void;
}

/** Plain anchor: fifty router links cost more to render than the rest of the page. */
function TaskLink({ task, slug, onOpen }: TaskLinkProps) {
  if (slug === undefined) return <span className={styles['name']}>{task.name}</span>;
  const open = (event: MouseEvent) => {
    // New tab or download: left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(slug, task.id);
  };
  return (
    <a
      href={`/workspace/${slug}?task=${task.id}`}
      className={styles['name']}
      title={task.name}
      onClick={open}
    >
      {task.name}
    </a>
  );
}

function Done({ done }: { readonly done: boolean }) {
  return (
    <span className={styles['done']} data-done={done}>
      {done ? 'Completed' : 'Not completed'}
    </span>
  );
}

function Status({ status }: { readonly status: string }) {
  return isTaskStatus(status) ? (
    <StatusMark tone={STATUS_TONES[status]}>{status}</StatusMark>
  ) : (
    status
  );
}
