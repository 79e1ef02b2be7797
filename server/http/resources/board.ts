import { type Card, cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { flags } from '../../../model/entities/flag.ts';
import type { Project } from '../../../model/entities/project.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { presentComment, presentFlag } from '../../present/board.ts';
import { presentOneCard, presentOneTask } from '../../present/board-rows.ts';
import {
  encodeBoard,
  encodeTasks,
  readBoardTasks,
  readStoredTasks,
} from '../../present/task-lists.ts';
import type { Route } from '../pipeline.ts';
import { streamedList } from '../streamed-list.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import {
  missing,
  readBoardContext,
  loadPeopleContext,
  visibleProject,
  visibleProjects,
} from '../../present/loaders.ts';
import { idFilter, neededId } from './filters.ts';
import { oneByOne, rowOf, rowsOf } from '../../present/read-rows.ts';

const BY_RANK = ['rank'] as const;

const cardDetails = defineResource({
  path: 'project-card/details/lists/',
  summary: 'The board of a project: its active cards with their active tasks',
  filters: { project: neededId },
  read: async (reads, { project }) => {
    await visibleProject(reads, project);
    const context = await readBoardContext(reads);
    const where = { scope: projectScope(project), status: 1 };
    const shown = await rowsOf(reads, cards, { where, order: BY_RANK });
    const board = await readBoardTasks(reads, project, undefined);
    return streamedList(encodeBoard(shown, board, context));
  },
});

const cardArchive = defineResource({
  path: 'project-card/archive/list/',
  summary: 'The archived cards of a project, or of all projects one may see',
  filters: { project: idFilter, project__id: idFilter },
  read: async (reads, filters) => {
    const context = await readBoardContext(reads);
    const archived = await archivedCards(reads, filters.project ?? filters.project__id);
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
    const shown = await projectsOf(reads, project_card__project_id);
    const parts = await oneByOne(shown, ({ id }) =>
      readStoredTasks(reads, { project: id, status: false, order: BY_RANK }),
    );
    return streamedList(encodeTasks(parts.flat(), { context, places: 'list' }));
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

async function archivedCards(
  reads: Reads,
  projectId: string | undefined,
): Promise<readonly Card[]> {
  const shown = await projectsOf(reads, projectId);
  const lists = await oneByOne(shown, ({ id }) =>
    rowsOf(reads, cards, { where: { scope: projectScope(id), status: 0 }, order: BY_RANK }),
  );
  return lists.flat();
}

/** The named project, or all that the caller may see. */
async function projectsOf(
  reads: Reads,
  projectId: string | undefined,
): Promise<readonly Project[]> {
  return projectId === undefined
    ? visibleProjects(reads)
    : [await visibleProject(reads, projectId)];
}

export const BOARD_RESOURCES: readonly Route[] = [
  cardDetails,
  cardArchive,
  taskList,
  taskArchive,
  commentList,
  flagList,
];
