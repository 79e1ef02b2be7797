import { type Card, cards } from '../../model/entities/card.ts';
import { type Subtask, subtasks } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { type BoardContext, presentCard, presentTask } from './board.ts';
import { countBefore, rowsOf, rowsWith } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { presentSubtask } from './subtasks.ts';

const BY_RANK = ['rank'] as const;

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
  // One statement for hundreds of tasks; those of the whole project may be a thousand times as many.
  const ofTask = await Promise.all(column.map(({ id }) => subtasksOfTask(reads, id)));
  return presentCard(card, order, {
    taskCount: column.length,
    tasks: column.map((task, place) =>
      presentTask(task, { order: place, subtasks: ofTask[place] ?? [] }, context),
    ),
  });
}

/** The subtasks of a task in order. */
export function subtasksOfTask(reads: Reads, taskId: string): Promise<readonly Subtask[]> {
  return rowsWith(reads, subtasks, {
    column: 'task',
    value: taskId,
    where: { status: 1 },
    order: BY_RANK,
  });
}

/** One subtask with its place in its task's list. */
export async function presentOneSubtask(reads: Reads, subtask: Subtask) {
  const { task, status, rank, id } = subtask;
  const where = { task, status: status ? 1 : 0 };
  return presentSubtask(subtask, await countBefore(reads, subtasks, { where, rank, id }));
}
