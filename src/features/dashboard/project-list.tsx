import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp, IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { nameWithState } from '../../../model/shared/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { useArchivedCards, useBoardCards } from '../../data/cards.ts';
import { useActor } from '../../data/client.tsx';
import { useFlags } from '../../data/flags.ts';
import { useLabelNames } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { LIST_COLUMNS, type ListColumn, type Names, sortedTasks, titleOf } from './list-columns.ts';
import styles from './project-list.module.css';
import type { ProjectDashboardSearch } from './project-dashboard-search.ts';
import { useTasksOf, useViewer } from './use-figures.ts';

interface ProjectListProps {
  readonly project: Project;
  readonly search: ProjectDashboardSearch;
  readonly onSearch: (search: ProjectDashboardSearch) => void;
}

const ROW = 40;
const WIDTH = LIST_COLUMNS.reduce((sum, { width }) => sum + width, 0);

/** Tasks of the project with all columns; a heading sorts. Only visible rows are rendered. */
export function ProjectList({ project, search, onSearch }: ProjectListProps) {
  const tasks = useTasksOf(project.id);
  const names = useNames(project.id);
  const order = { sort: search.sort ?? 'created', dir: search.dir ?? 'desc' } as const;
  const { sort, dir } = order;
  const rows = useMemo(
    () => tasks && names && sortedTasks(tasks, { sort, dir }, names),
    [tasks, sort, dir, names],
  );
  if (rows === undefined || names === undefined) return <LoadingRows />;
  if (rows.length === 0) {
    return <EmptyState icon={<IconChecklist {...ICON} size={30} />} text="No tasks found !!" />;
  }
  const choose = ({ key }: ListColumn) =>
    onSearch({
      ...search,
      sort: key,
      dir: key === sort && dir === 'asc' ? 'desc' : 'asc',
    });
  return <Table project={project} rows={rows} names={names} order={order} onSort={choose} />;
}

interface TableProps {
  readonly project: Project;
  readonly rows: readonly TaskSummary[];
  readonly names: Names;
  readonly order: { readonly sort: string; readonly dir: 'asc' | 'desc' };
  readonly onSort: (column: ListColumn) => void;
}

function Table({ project, rows, names, order, onSort }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={styles['scroll']}>
      <table
        className={styles['table']}
        aria-label={`Tasks of ${project.name}`}
        aria-rowcount={rows.length + 1}
        style={{ width: WIDTH }}
      >
        <thead>
          <tr>
            {LIST_COLUMNS.map((column) => (
              <Heading key={column.key} column={column} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <Gap height={before} /> : null}
          {items.map(({ index, key }) => {
            const task = rows[index];
            if (task === undefined) return null;
            return (
              <tr key={key} aria-rowindex={index + 2}>
                {LIST_COLUMNS.map((column) => (
                  <Cell
                    key={column.key}
                    column={column}
                    task={task}
                    names={names}
                    slug={project.slug}
                  />
                ))}
              </tr>
            );
          })}
          {after > 0 ? <Gap height={after} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** Spacer for rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}

interface HeadingProps extends Pick<TableProps, 'order' | 'onSort'> {
  readonly column: ListColumn;
}

function Heading({ column, order, onSort }: HeadingProps) {
  const isSpecial = useActor()?.specialRole === true;
  const dir = order.sort === column.key ? order.dir : undefined;
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      aria-sort={dir === undefined ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className={styles['sort']} onClick={() => onSort(column)}>
        {titleOf(column, isSpecial)}
        <span className={styles['arrow']} aria-hidden="true">
          {dir === 'asc' ? <IconArrowUp size={13} stroke={1.8} /> : null}
          {dir === 'desc' ? <IconArrowDown size={13} stroke={1.8} /> : null}
        </span>
      </button>
    </th>
  );
}

interface CellProps {
  readonly column: ListColumn;
  readonly task: TaskSummary;
  readonly names: Names;
  readonly slug: string;
}

function Cell({ column, task, names, slug }: CellProps) {
  const text = column.text(task, names);
  if (column.key === 'status') {
    const status = taskStatus(task, names.today);
    return (
      <td data-column={column.key}>
        <StatusMark tone={STATUS_TONES[status]}>{status}</StatusMark>
      </td>
    );
  }
  if (column.key !== 'name') {
    return (
      <td title={text} data-column={column.key}>
        {text}
      </td>
    );
  }
  return (
    <td title={text}>
      <Link
        to="/workspace/$slug"
        params={{ slug }}
        search={{ task: task.id }}
        className={styles['name']}
      >
        {text}
      </Link>
    </td>
  );
}

/** Undefined while the names are read: rendering the list a moment later avoids names that change in place. */
function useNames(project: string): Names | undefined {
  const people = usePeople();
  const labels = useLabelNames();
  const cards = useBoardCards(project);
  const archived = useArchivedCards(project);
  const flags = useFlags();
  const { today } = useViewer();
  return useMemo(() => {
    if (!people || !labels || !cards || !archived || !flags) return undefined;
    const all = [...cards, ...archived.map(({ card }) => card)];
    return {
      today,
      people: new Map(people.map((person) => [person.id, nameWithState(person)])),
      labels,
      cards: new Map(all.map(({ id, name }, order) => [id, { name, order }])),
      flags: new Map(flags.map((flag) => [flag.id, flag])),
    };
  }, [people, labels, cards, archived, flags, today]);
}
