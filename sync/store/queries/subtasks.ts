import { type Subtask, subtasks } from '../../../model/entities/subtask.ts';
import { type AccountDb, rows } from '../database.ts';

/** Sorts after every rank, time and id. */
const LAST = '\uffff';

/** Subtasks of a task in order, without deleted ones. */
export async function taskSubtasks(db: AccountDb, task: string): Promise<readonly Subtask[]> {
  return await ofTask(db, task).toArray();
}

export async function findSubtask(db: AccountDb, id: string): Promise<Subtask | undefined> {
  return await rows(db, subtasks).get(id);
}

export interface SubtaskCount {
  readonly done: number;
  readonly all: number;
}

/** Number of subtasks and of completed ones of each of these tasks; tasks without subtasks are left out. */
export async function subtaskCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, SubtaskCount>> {
  // One transaction: a board counts for hundreds of tasks, and each separate transaction would wait for running writes.
  const lists = await db.dexie.transaction('r', [rows(db, subtasks)], () =>
    Promise.all(taskIds.map((id) => taskSubtasks(db, id))),
  );
  return new Map(
    lists.flatMap((list, index) => {
      const id = taskIds[index];
      if (id === undefined || list.length === 0) return [];
      const done = list.filter((subtask) => subtask.is_completed).length;
      return [[id, { done, all: list.length }] as const];
    }),
  );
}

function ofTask(db: AccountDb, task: string) {
  return rows(db, subtasks).where('[lane+rank+id]').between([task, '', ''], [task, LAST, LAST]);
}
