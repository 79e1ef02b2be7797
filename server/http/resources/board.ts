import { type Card, cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { flags } from '../../../model/entities/flag.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import {
  type BoardContext,
  presentCard,
  presentComment,
  presentFlag,
  presentTask,
} from '../../present/board.ts';
import type { Route } from '../pipeline.ts';
import { defineResource, type Reads } from './define-resource.ts';
import {
  missing,
  readBoardContext,
  loadPeopleContext,
  visibleProject,
  visibleProjects,
} from '../../present/loaders.ts';
import { idFilter, neededId } from './filters.ts';
import { countBefore, oneByOne, rowOf, rowsOf } from '../../present/read-rows.ts';
import { subtasksOfProject, subtasksOfTask } from './subtasks.ts';

const BY_RANK = ['rank'] as const;

interface BoardOptions {
  readonly context: BoardContext;
  /** Keeps some of the tasks; their order stays the one of the whole card. */
  readonly only?: ((task: Task) => boolean) | undefined;
}

/** The active cards of a project in order, each with its active tasks. The caller has checked who asks. */
export async function presentBoard(
  reads: Reads,
  projectId: string,
  { context, only = () => true }: BoardOptions,
) {
  const where = { scope: projectScope(projectId), status: 1 };
  const shown = await rowsOf(reads, cards, { where, order: BY_RANK });
  const columns = Map.groupBy(
    await rowsOf(reads, tasks, { where, order: BY_RANK }),
    (task) => task.card,
  );
  const subtasks = await subtasksOfProject(reads, projectId);
  return shown.map((card, order) => {
    const column = columns.get(card.id) ?? [];
    return presentCard(card, order, {
      taskCount: column.length,
      tasks: column
        .map((task, place) => ({ task, place }))
        .filter(({ task }) => only(task))
        .map(({ task, place }) =>
          presentTask(task, { order: place, subtasks: subtasks.get(task.id) ?? [] }, context),
        ),
    });
  });
}

/** One task with its place in its card. */
export async function presentOneTask(reads: Reads, task: Task, context: BoardContext) {
  const where = { card: task.card, status: task.status ? 1 : 0 };
  const order = await countBefore(reads, tasks, { where, rank: task.rank, id: task.id });
  return presentTask(task, { order, subtasks: await subtasksOfTask(reads, task.id) }, context);
}

/** One card with its place in its board and its active tasks. */
export async function presentOneCard(reads: Reads, card: Card, context: BoardContext) {
  const where = { project: card.project, status: card.status ? 1 : 0 };
  const order = await countBefore(reads, cards, { where, rank: card.rank, id: card.id });
  const column = await rowsOf(reads, tasks, {
    where: { card: card.id, status: 1 },
    order: BY_RANK,
  });
  const subtasks = await subtasksOfProject(reads, card.project);
  return presentCard(card, order, {
    taskCount: column.length,
    tasks: column.map((task, place) =>
      presentTask(task, { order: place, subtasks: subtasks.get(task.id) ?? [] }, context),
    ),
  });
}

const cardDetails = defineResource({
  path: 'project-card/details/lists/',
  summary: 'The board of a project: its active cards with their active tasks',
  filters: { project: neededId },
  read: async (reads, { project }) => {
    await visibleProject(reads, project);
    const context = await readBoardContext(reads);
    return { data: await presentBoard(reads, project, { context }) };
  },
});

const cardArchive = defineResource({
  path: 'project-card/archive/list/',
  summary: 'The archived cards of a project, or of all projects one may see',
  filters: { project: idFilter, project__id: idFilter },
  read: async (reads, filters) => {
    const context = await readBoardContext(reads);
    const archived = await archivedOf(reads, filters.project ?? filters.project__id, cards);
    const data = await oneByOne(archived, (card) => presentOneCard(reads, card, context));
    return { data };
  },
});

const taskList = defineResource({
  path: 'task/list/',
  summary: 'One task by its id, as a list of one',
  filters: { id: neededId },
  read: async (reads, { id }) => {
    const task = await visibleTask(reads, id);
    return { data: [await presentOneTask(reads, task, await readBoardContext(reads))] };
  },
});

const taskArchive = defineResource({
  path: 'task/archive/list/',
  summary: 'The archived tasks of a project, or of all projects one may see',
  filters: { project_card__project_id: idFilter },
  read: async (reads, { project_card__project_id }) => {
    const context = await readBoardContext(reads);
    const archived = await archivedOf(reads, project_card__project_id, tasks);
    const data = await oneByOne(archived, async (task, order) =>
      presentTask(task, { order, subtasks: await subtasksOfTask(reads, task.id) }, context),
    );
    return { data };
  },
});

const commentList = defineResource({
  path: 'comment/list/',
  summary: 'The comments on a task, oldest first',
  filters: { task__id: neededId },
  read: async (reads, { task__id }) => {
    await visibleTask(reads, task__id);
    const directory = await loadPeopleContext(reads);
    const rows = await rowsOf(reads, comments, {
      where: { task: task__id },
      order: ['created_at'],
    });
    return { data: rows.map((comment) => presentComment(comment, directory)) };
  },
});

const flagList = defineResource({
  path: 'flag/list/',
  summary: 'The priorities that are offered, most urgent first',
  filters: {},
  read: async (reads) => {
    const rows = await rowsOf(reads, flags, { where: { status: 1 }, order: ['order'] });
    return { data: rows.map(presentFlag) };
  },
});

async function visibleTask(reads: Reads, id: string): Promise<Task> {
  const task = await rowOf(reads, tasks, id);
  if (task === undefined) throw missing();
  await visibleProject(reads, task.project);
  return task;
}

async function archivedOf<Row extends Card | Task>(
  reads: Reads,
  projectId: string | undefined,
  entity: Parameters<typeof rowsOf<Row>>[1],
): Promise<readonly Row[]> {
  const projects =
    projectId === undefined
      ? await visibleProjects(reads)
      : [await visibleProject(reads, projectId)];
  const lists = await oneByOne(projects, ({ id }) =>
    rowsOf(reads, entity, { where: { scope: projectScope(id), status: 0 }, order: BY_RANK }),
  );
  return lists.flat();
}

export const BOARD_RESOURCES: readonly Route[] = [
  cardDetails,
  cardArchive,
  taskList,
  taskArchive,
  commentList,
  flagList,
];
