import { useNavigate } from '@tanstack/react-router';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { isTaskStatus } from '../../../model/shared/task-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { type TableColumn, useDataTable } from '../../ui/tables/use-data-table.ts';
import { CompletedCell } from './completed-cell.tsx';
import { FrozenScroll } from './frozen-scroll.tsx';
import styles from './overview.module.css';
import { NUMBER_WIDTH, type OverviewColumn } from './overview-columns.ts';
import { defaultDirection } from './overview-rows.ts';
import type { OverviewSearch, SortKey } from './overview-search.ts';
import { rowSlots } from './row-slots.ts';
import { STATUS_TEXTS } from '../../data/status-texts.ts';

interface OverviewTableProps {
  readonly tasks: readonly TaskSummary[];
  /** Number of rows on the pages before this one. */
  readonly start: number;
  readonly columns: readonly OverviewColumn[];
  /** Slugs by project id; part of a task's address. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly search: OverviewSearch;
  /** Undefined: the order cannot be changed. */
  readonly onSort?: (sort: SortKey | undefined, dir: 'asc' | 'desc' | undefined) => void;
  readonly label?: string;
}

/** Number of rows that fit on a tall screen. */
const ON_SCREEN = 20;

/** One page of the overview. A click on a heading sorts, a second one reverses, a third one removes the order. */
export function OverviewTable(props: OverviewTableProps) {
  const { tasks, start, columns, slugs, search, onSort, label = i18n.t('Overall Task') } = props;
  const isSortable = onSort !== undefined;
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
    () => [
      numberFrom(start),
      ...columns.map((column) => ({ ...cellsOf(column, slugs, open), isSortable })),
    ],
    [start, columns, slugs, open, isSortable],
  );
  const widths = useMemo(() => widthsOf(columns), [columns]);
  const rows = useMemo(() => tasks.slice(0, Math.max(drawn, ON_SCREEN)), [tasks, drawn]);
  const table = useDataTable({
    columns: cells,
    rows,
    rowKey: (task) => slots.get(task.id) ?? task.id,
    sort: { key: sort, descending: dir === 'desc' },
  });
  const sortBy = (key: string) => {
    const column = columns.find((one) => one.key === key);
    if (column === undefined || onSort === undefined) return;
    if (search.sort !== column.key) onSort(column.key, undefined);
    else if (dir === 'asc') onSort(column.key, 'desc');
    else onSort(undefined, undefined);
  };
  return (
    <FrozenScroll label={isSortable ? i18n.t('Tasks') : label}>
      <DataTable
        label={label}
        table={table}
        look={styles}
        style={widths}
        onSort={(key) => sortBy(key)}
      />
    </FrozenScroll>
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

/** Space of the columns of fixed width, number of shares of the rest, and minimum width of the table. */
function widthsOf(columns: readonly OverviewColumn[]): CSSProperties {
  let fixed = NUMBER_WIDTH;
  let shares = 0;
  for (const { width } of columns) {
    if (typeof width === 'number') fixed += width;
    else shares += width.min;
  }
  return {
    '--number': `${NUMBER_WIDTH}px`,
    '--fixed': `${fixed}px`,
    '--shares': shares,
    '--min': `${fixed + shares}px`,
  };
}

function widthOf({ width }: OverviewColumn): CSSProperties {
  return typeof width === 'number' ? { width } : { '--share': width.min };
}

function numberFrom(start: number): TableColumn<TaskSummary> {
  return {
    key: 'number',
    header: i18n.t('S.No'),
    cell: (_, index) => start + index + 1,
    headerProps: { 'data-column': 'number', style: { width: NUMBER_WIDTH } },
    cellProps: () => ({ 'data-column': 'number' }),
  };
}

function cellsOf(
  column: OverviewColumn,
  slugs: OverviewTableProps['slugs'],
  onOpen: (slug: string, task: string) => void,
): TableColumn<TaskSummary> {
  const { key, text, width } = column;
  const title = i18n.t(column.title);
  const cell = (task: TaskSummary): ReactNode => {
    switch (key) {
      case 'name':
        return <TaskLink task={task} slug={slugs.get(task.project)} onOpen={onOpen} />;
      case 'assignee-completed':
        return <CompletedCell isCompleted={task.is_completed_employee} text={text(task)} />;
      case 'creator-completed':
        return <CompletedCell isCompleted={task.is_completed} text={text(task)} />;
      case 'status':
        return <Status status={text(task)} />;
      default:
        return typeof width === 'number' ? text(task) : <Clamped text={text(task)} />;
    }
  };
  return {
    key,
    header: title,
    cell,
    headerProps: { 'data-column': key, style: widthOf(column) },
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

/** At most two lines; the whole text is in the tooltip. */
function Clamped({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <span className={styles['clamped']} title={text}>
      {text}
    </span>
  );
}

function Status({ status }: { readonly status: string }) {
  return isTaskStatus(status) ? (
    <StatusMark tone={STATUS_TONES[status]}>{i18n.t(STATUS_TEXTS[status])}</StatusMark>
  ) : (
    status
  );
}
