import { IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { nameWithState } from '../../data/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import { i18n } from '../../i18n/i18n.ts';
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
import { DataTable } from '../../ui/tables/data-table.tsx';
import { useDataTable } from '../../ui/tables/use-data-table.ts';
import { useLiveRows } from '../../ui/tables/use-row-window.ts';
import { LIST_COLUMNS, type ListColumn, type Names, sortedTasks, titleOf } from './list-columns.ts';
import styles from './project-list.module.css';
import type { ProjectDashboardSearch } from './project-dashboard-search.ts';
import { STATUS_TEXTS } from '../../data/status-texts.ts';
import { useTasksOf, useViewer } from './use-figures.ts';

interface ProjectListProps {
  readonly project: Project;
  readonly search: ProjectDashboardSearch;
  readonly onSearch: (search: ProjectDashboardSearch) => void;
  /** True while tasks may be missing on this device: an empty list says nothing. */
  readonly lacksTasks: boolean;
}

const ROW = 40;
const WIDTH = LIST_COLUMNS.reduce((sum, { width }) => sum + width, 0);

/** Tasks of the project with all columns; a heading sorts. Only visible rows are rendered. */
export function ProjectList({ project, search, onSearch, lacksTasks }: ProjectListProps) {
  const tasks = useTasksOf(project.id);
  const names = useNames(project.id);
  const order = { sort: search.sort ?? 'created', dir: search.dir ?? 'desc' } as const;
  const { sort, dir } = order;
  const rows = useMemo(
    () => tasks && names && sortedTasks(tasks, { sort, dir }, names),
    [tasks, sort, dir, names],
  );
  if (rows === undefined || names === undefined) return <LoadingRows />;
  if (rows.length === 0 && lacksTasks) return null;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<IconChecklist {...ICON} size={30} />} text={i18n.t('No tasks found !!')} />
    );
  }
  const choose = (key: string) => {
    const column = LIST_COLUMNS.find((one) => one.key === key);
    if (column === undefined) return;
    onSearch({
      ...search,
      sort: column.key,
      dir: key === sort && dir === 'asc' ? 'desc' : 'asc',
    });
  };
  return <Table project={project} rows={rows} names={names} order={order} onSort={choose} />;
}

interface TableProps {
  readonly project: Project;
  readonly rows: readonly TaskSummary[];
  readonly names: Names;
  readonly order: { readonly sort: string; readonly dir: 'asc' | 'desc' };
  readonly onSort: (key: string) => void;
}

function Table({ project, rows, names, order, onSort }: TableProps) {
  const isSpecial = useActor()?.specialRole === true;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => LIST_COLUMNS.map((column) => cellsOf(column, { names, slug: project.slug, isSpecial })),
    [names, project.slug, isSpecial],
  );
  const table = useDataTable({
    columns,
    rows,
    rowKey: ({ id }) => id,
    sort: { key: order.sort, descending: order.dir === 'desc' },
  });
  const window = useLiveRows({
    rows: table.rows,
    rowKey: table.rowKey,
    heightOf: () => ROW,
    scroller,
    overscan: 10,
  });
  return (
    <div ref={scroller} className={styles['scroll']}>
      <DataTable
        label={i18n.t('Tasks of {name}', { name: project.name })}
        table={table}
        look={styles}
        window={window}
        placing="gaps"
        onSort={onSort}
        style={{ width: WIDTH }}
      />
    </div>
  );
}

interface CellContext {
  readonly names: Names;
  readonly slug: string;
  readonly isSpecial: boolean;
}

function cellsOf(column: ListColumn, { names, slug, isSpecial }: CellContext) {
  const { key, width, text } = column;
  return {
    key,
    header: titleOf(column, isSpecial),
    isSortable: true,
    headerProps: { style: { width } },
    cellProps: (task: TaskSummary) => ({
      ...(key !== 'status' && { title: text(task, names) }),
      ...(key !== 'name' && { 'data-column': key }),
    }),
    cell: (task: TaskSummary) => {
      if (key === 'status') {
        const status = taskStatus(task, names.today);
        return <StatusMark tone={STATUS_TONES[status]}>{i18n.t(STATUS_TEXTS[status])}</StatusMark>;
      }
      if (key !== 'name') return text(task, names);
      return (
        <Link
          to="/workspace/$slug"
          params={{ slug }}
          search={{ task: task.id }}
          className={styles['name']}
        >
          {text(task, names)}
        </Link>
      );
    },
  };
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
