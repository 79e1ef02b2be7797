import * as v from 'valibot';
import { flags } from '../../../model/entities/flag.ts';
import { labels } from '../../../model/entities/label.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { calendarDateSchema, localDay } from '../../../model/shared/dates.ts';
import { numberOf, type SqlRow, textOf } from '../../store/sql.ts';
import { ITEMS_PER_PAGE } from '../../../model/shared/paging.ts';
import { presentFlag } from '../../present/board.ts';
import {
  type OverviewContext,
  presentOverviewTask,
  presentTaskCount,
} from '../../present/overview.ts';
import type { Route } from '../pipeline.ts';
import { streamedList } from '../streamed-list.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import {
  byId,
  missing,
  readBoardContext,
  sameOrganization,
  visibleProject,
  visibleProjects,
} from '../../present/loaders.ts';
import { emptyOr, flagFilter, idFilter, neededId, pageFilter } from './filters.ts';
import { rowOf, rowsOf } from '../../present/read-rows.ts';
import { encodeTasks, readStoredTasks } from '../../present/task-lists.ts';
import { countTasks, findTasks, type TaskPlace } from '../../present/task-search.ts';

/** Tasks of one person in each list of the home page's call, at most. */
const MOST_OF_A_LIST = 500;

/**
 * Pages are oldest first, so that a new task never moves another one. When tasks leave the list while it is read (a
 * filter on a field that changes), `after` (the id of the last task read) continues behind it without a gap.
 */
const taskOverview = defineResource({
  path: 'task/get/list/',
  summary: 'The active tasks of all projects one may see, filtered, in pages, oldest first',
  filters: {
    assigned_to__organization_user__organization_id: emptyOr(idFilter),
    project_card__project_id: emptyOr(idFilter),
    created_at: emptyOr(v.optional(calendarDateSchema)),
    assigned_to__organization_user_id: emptyOr(idFilter),
    is_completed_employee: flagFilter,
    is_completed: flagFilter,
    page: pageFilter,
    after: idFilter,
  },
  read: async (reads, filters, { at }) => {
    sameOrganization(reads, filters.assigned_to__organization_user__organization_id);
    const project = filters.project_card__project_id;
    if (project !== undefined) await visibleProject(reads, project);
    const page = filters.page ?? 1;
    const search = {
      project,
      assignee: filters.assigned_to__organization_user_id,
      createdOn: filters.created_at,
      completed: filters.is_completed,
      completedByEmployee: filters.is_completed_employee,
    };
    const context = await readOverviewContext(reads, at);
    const counts = await countTasks(reads, search, context.today);
    const after = filters.after === undefined ? undefined : await placeOf(reads, filters.after);
    const found = await findTasks(reads, search, {
      limit: ITEMS_PER_PAGE,
      offset: after === undefined ? (page - 1) * ITEMS_PER_PAGE : 0,
      after,
    });
    const task_count = presentTaskCount(counts);
    return {
      data: found.map((task) => presentOverviewTask(task, context)),
      fields: {
        count: task_count.total_count,
        items_per_page: ITEMS_PER_PAGE,
        current_page: page,
        task_count,
      },
    };
  },
});

const taskDetail = defineResource({
  path: 'task-detail/list/',
  summary: "A person's active tasks: current, upcoming (not begun), overdue and completed",
  filters: { assigned_to__organization_user_id: emptyOr(idFilter) },
  read: async (reads, { assigned_to__organization_user_id }, { at }) => {
    const context = await readOverviewContext(reads, at);
    const search = { assignee: assigned_to__organization_user_id ?? reads.actor.orgUserId };
    const limit = MOST_OF_A_LIST;
    const open = await findTasks(reads, { ...search, completed: false }, { limit });
    const completed = await findTasks(reads, { ...search, completed: true }, { limit });
    const show = (some: readonly Task[]) => some.map((task) => presentOverviewTask(task, context));
    const tabs = Map.groupBy(open, (task) => tabOf(task, context.today));
    const counts = await countTasks(reads, search, context.today);
    const lists = {
      current_tasks: show(tabs.get('current') ?? []),
      upcoming: show(tabs.get('upcoming') ?? []),
      overdue: show(tabs.get('overdue') ?? []),
      completed: show(completed),
    };
    const task_count = presentTaskCount(counts);
    return { data: { tasks: lists, task_count }, fields: { tasks: lists, task_count } };
  },
});

const flagCount = defineResource({
  path: 'flag/project/count/',
  summary: 'How many active tasks each priority has, in a project or in all one may see',
  filters: { project__id: emptyOr(idFilter) },
  read: async (reads, { project__id }) => {
    const projects =
      project__id === undefined
        ? await visibleProjects(reads)
        : [await visibleProject(reads, project__id)];
    const counts = new Map<string, number>();
    for (const { id } of projects) {
      for (const row of await countByFlag(reads, id)) {
        const flag = textOf(row, 'flag');
        counts.set(flag, (counts.get(flag) ?? 0) + numberOf(row, 'found'));
      }
    }
    const shown = await rowsOf(reads, flags, { order: ['order'] });
    return {
      data: shown.map((flag) => ({ ...presentFlag(flag), count: counts.get(flag.id) ?? 0 })),
    };
  },
});

const projectTasks = defineResource({
  path: 'project/task/list/',
  summary: 'The active tasks of a project, card by card in order',
  filters: { project__id: neededId },
  read: async (reads, { project__id }) => {
    await visibleProject(reads, project__id);
    const context = await readBoardContext(reads);
    const parts = await readStoredTasks(reads, {
      project: project__id,
      status: true,
      order: ['card', 'rank'],
    });
    return streamedList(encodeTasks(parts, { context, places: 'card' }));
  },
});

function tabOf(
  { start_date, end_date }: Pick<Task, 'start_date' | 'end_date'>,
  today: string,
): 'current' | 'upcoming' | 'overdue' {
  if (end_date !== null && end_date < today) return 'overdue';
  return start_date !== null && start_date > today ? 'upcoming' : 'current';
}

async function countByFlag({ actor, store }: Reads, project: string): Promise<readonly SqlRow[]> {
  return store.all(
    `select flag, count(*) as found from tasks
     where org_id = ? and scope = ? and status = 1 and flag is not null group by flag`,
    [actor.orgId, projectScope(project)],
  );
}

/** Position of a task in the list; it may have been completed or archived since, but never moves. */
async function placeOf(reads: Reads, id: string): Promise<TaskPlace> {
  const task = await rowOf(reads, tasks, id);
  if (task === undefined) throw missing();
  await visibleProject(reads, task.project);
  return task;
}

async function readOverviewContext(reads: Reads, at: number): Promise<OverviewContext> {
  return {
    ...(await readBoardContext(reads)),
    projects: byId(await visibleProjects(reads)),
    labels: byId(await rowsOf(reads, labels)),
    // The server does not know the viewer's time zone; days of the API are those of UTC.
    today: localDay(at, 0),
  };
}

export const OVERVIEW_RESOURCES: readonly Route[] = [
  taskOverview,
  taskDetail,
  flagCount,
  projectTasks,
];
