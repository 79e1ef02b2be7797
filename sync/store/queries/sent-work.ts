import { comments } from '../../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { orgStream } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { assigneesOf, type Task, tasks } from '../../../model/entities/task.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { type AccountDb, rows } from '../database.ts';
import { tasksByIds } from './tasks.ts';

/** Rows read of each table, the newest first: those of the last days of a busy organisation. */
const MOST_ROWS = 1_000;

/** A row that a person has written and the server has. */
export interface SentRow {
  readonly v: number;
  /** True for comments, subtasks and files. */
  readonly isDetail: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
}

export interface SentTask {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  /** Assignees and collaborators, without the person. */
  readonly people: readonly string[];
  /** The task and what belongs to it, where the person has written them. */
  readonly rows: readonly SentRow[];
}

export interface SentWork {
  /** Epoch of the organisation's stream, to which the versions belong. */
  readonly epoch: string;
  readonly tasks: readonly SentTask[];
}

interface Asked {
  readonly orgId: string;
  readonly me: string;
  /** Milliseconds. */
  readonly since: number;
  /** The newest tasks are returned, at most this many. */
  readonly most: number;
}

/**
 * Tasks, subtasks, comments and files that a person has written since a time and the server has, by task; only tasks
 * that concern somebody else. Undefined before the first download.
 */
export async function sentWork(
  db: AccountDb,
  { orgId, me, since, most }: Asked,
): Promise<SentWork | undefined> {
  const epoch = (await db.streams.get(orgStream(orgId)))?.epoch ?? null;
  if (epoch === null) return undefined;
  const byTask = new Map<string, SentRow[]>();
  const add = (
    task: string,
    row: { readonly v: number; readonly created_at: string; readonly author: string },
    isDetail: boolean,
  ) => {
    const createdAt = Date.parse(row.created_at);
    if (row.author !== me || row.v === 0 || !(createdAt >= since)) return;
    const known = byTask.get(task) ?? [];
    byTask.set(task, [...known, { v: row.v, isDetail, createdAt }]);
  };
  for (const row of await newest(db, tasks, since)) {
    add(row.id, { ...row, author: row.created_by }, false);
  }
  for (const row of await newest(db, subtasks, since)) {
    if (row.status) add(row.task, { ...row, author: row.created_by }, true);
  }
  for (const row of await newest(db, comments, since)) if (!row.deleted) add(row.task, row, true);
  for (const row of await newest(db, taskFiles, since)) {
    if (row.removed_at === null) add(row.task, { ...row, author: row.created_by }, true);
  }
  const found = await tasksByIds(db, [...byTask.keys()]);
  const sent = found
    .filter((task) => task.status && !isDeleted(task) && task.v > 0)
    .map((task) => ({ ...sentTask(task, me), rows: byTask.get(task.id) ?? [] }))
    .filter(({ people }) => people.length > 0)
    .toSorted((left, right) => newestOf(right) - newestOf(left));
  return { epoch, tasks: sent.slice(0, most) };
}

function sentTask(task: Task, me: string): Omit<SentTask, 'rows'> {
  const people = new Set([...assigneesOf(task), ...task.collaborators]);
  people.delete(me);
  return { id: task.id, name: task.name, project: task.project, people: [...people] };
}

function newestOf({ rows: written }: Pick<SentTask, 'rows'>): number {
  return Math.max(...written.map(({ v }) => v));
}

/** Ids of devices begin with the time (ID-1), so that no index is needed. */
async function newest<Row extends RawRow>(
  db: AccountDb,
  entity: Entity<Row>,
  since: number,
): Promise<readonly Row[]> {
  const time = Math.max(0, since).toString(16).padStart(12, '0');
  const from = `${time.slice(0, 8)}-${time.slice(8)}`;
  const table = rows(db, entity);
  const ids = await table.where('id').aboveOrEqual(from).primaryKeys();
  const found = await table.bulkGet(ids.slice(-MOST_ROWS));
  return found.filter((row) => row !== undefined);
}
