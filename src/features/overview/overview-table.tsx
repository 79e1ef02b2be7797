import { useNavigate } from '@tanstack/react-router';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { isTaskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { type TableColumn, useDataTable } from '../../ui/tables/use-data-table.ts';
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
  const sort = search.sort ?? 'created';
  const dir = search.dir ?? defaultDirection(search.sort);
  const cells = useMemo(
    () => [numberFrom(start), ...columns.map((column) => cellsOf(column, slugs, open))],
    [start, columns, slugs, open],
  );
  const rows = useMemo(() => tasks.slice(0, Math.max(drawn, ON_SCREEN)), [tasks, drawn]);
  const table = useDataTable({
    columns: cells,
    rows,
    rowKey: (task) => slots.get(task.id) ?? task.id,
    sort: { key: sort, descending: dir === 'desc' },
  });
  const sortBy = (key: string) => {
    const column = columns.find((one) => one.key === key);
    if (column === undefined) return;
    if (search.sort !== column.key) onSort(column.key, undefined);
    else if (dir === 'asc') onSort(column.key, 'desc');
    else onSort(undefined, undefined);
  };
  return (
    <section className={styles['scroll']} aria-label="Tasks">
      <DataTable label="Overall Task" table={table} look={styles} onSort={(key) => sortBy(key)} />
    </section>
  );
}

/** Slot of each row, by task. State is set while rendering because the rows below are rendered by slot. */
function useSlots(
  tasks: readonly TaskSummary[],
  search: OverviewSearch,
): ReadonlyMap<string, number> {
  const [rendered, setRendered] = useState(() => ({
    tasks,
    search,
    slots: rowSlots(new Map(), tasks),
  }));
  if (rendered.tasks === tasks) return rendered.slots;
  const slots = rowSlots(rendered.slots, tasks, rendered.search === search);
  setRendered({ tasks, search, slots });
  return slots;
}

function numberFrom(start: number): TableColumn<TaskSummary> {
  return {
    key: 'number',
    header: 'S.No',
    cell: (_, index) => start + index + 1,
    headerProps: { 'data-column': 'number' },
    cellProps: () => ({ 'data-column': 'number' }),
  };
}

function cellsOf(
  { key, title, text }: OverviewColumn,
  slugs: OverviewTableProps['slugs'],
  onOpen: (slug: string, task: string) => void,
): TableColumn<TaskSummary> {
  const cell = (task: TaskSummary): ReactNode => {
    switch (key) {
      case 'name':
        return <TaskLink task={task} slug={slugs.get(task.project)} onOpen={onOpen} />;
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
  return {
    key,
    header: title,
    cell,
    isSortable: true,
    headerProps: { 'data-column': key },
    cellProps: () => ({ 'data-column': key, 'data-label': title }),
  };
}

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
