import { authorOf } from './author-of.ts';
import type { Entity } from '../../model/entities/define-entity.ts';
import { organizations } from '../../model/entities/organization.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { reminderReads } from '../../model/entities/reminder-read.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { erasureOf } from '../../model/shared/erasure.ts';
import type { Database } from '../store/database.ts';
import { numberOf, quoted, type Sql, textOf } from '../store/sql.ts';
import type { Writer, WriteTx } from './writer-types.ts';

/** Tasks that are read together; each is erased in a write of its own, so that other writes do not wait for many. */
const AT_ONCE = 200;
const DAY_MS = 24 * 60 * 60_000;

export interface EraseDeps {
  readonly database: Pick<Database, 'snapshot'>;
  readonly writer: Writer;
  /** Milliseconds. */
  readonly now: number;
}

export interface RowKey {
  readonly orgId: string;
  readonly id: string;
}

/** Rows of a table that can be deleted, and their erasure. */
interface DeletedRows {
  readonly table: 'tasks' | 'projects' | 'workspaces';
  /** Reads the row again behind the lock; false when it is not due any more. */
  readonly erase: (key: RowKey) => Promise<boolean>;
}

/**
 * Erases tasks that were deleted longer ago than the time of their organisation, with every row that belongs to them
 * (decisions 0083 and 0091). Devices receive tombstones. Their files are unreferenced then and removed by the sweep of
 * files. Returns the number of tasks.
 */
export async function eraseDeletedTasks(deps: EraseDeps): Promise<number> {
  return await eraseDeleted(deps, {
    table: 'tasks',
    erase: (key) =>
      eraseTask(deps, key, {
        isDue: async (tx, task) => await isOverdue(tx, key.orgId, { row: task, now: deps.now }),
        author: (sql) => authorOf(sql, { ...key, table: tasks.table, field: 'deleted_at' }),
      }),
  });
}

/** Returns the number of erased rows. */
export async function eraseDeleted(
  { database, now }: EraseDeps,
  { table, erase }: DeletedRows,
): Promise<number> {
  const known = await database.snapshot((sql) =>
    sql.all('select id, erase_after_days from organizations order by id'),
  );
  let erased = 0;
  for (const row of known) {
    const orgId = textOf(row, 'id');
    const before = isoSeconds(now - numberOf(row, 'erase_after_days') * DAY_MS);
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      const due = await database.snapshot((sql) =>
        sql.all(
          `select id from ${table} where org_id = ? and deleted_at <= ? and id > ? order by id limit ${String(AT_ONCE)}`,
          [orgId, before, from],
        ),
      );
      for (const one of due) if (await erase({ orgId, id: textOf(one, 'id') })) erased += 1;
      const last = due[AT_ONCE - 1];
      after = last && textOf(last, 'id');
    }
  }
  return erased;
}

/** Behind the lock: the row may have been restored, and the organisation may have changed its time. */
export async function isOverdue(
  tx: WriteTx,
  orgId: string,
  { row, now }: { readonly row: { readonly deleted_at: string | null }; readonly now: number },
): Promise<boolean> {
  const organization = await tx.get(organizations, { orgId }, orgId);
  if (row.deleted_at === null || organization === undefined) return false;
  return erasureOf(row.deleted_at, organization.erase_after_days) <= now;
}

/** Rows of the organisation's stream that belong to one task. */
const SHARED = ENTITIES.filter(({ stream, columns }) => stream === 'org' && 'task' in columns);
/** Personal rows about a task: which column names it. A reminder's id is the one of its task. */
const PERSONAL: readonly { readonly entity: Entity; readonly column: string }[] = [
  ...ENTITIES.filter(({ stream, columns }) => stream === 'user' && 'task' in columns).map(
    (entity) => ({ entity, column: 'task' }),
  ),
  { entity: reminderReads, column: 'id' },
];

export interface TaskRule {
  /** Evaluated behind the lock. */
  readonly isDue: (tx: WriteTx, task: Task) => Promise<boolean>;
  /** The person whom the activity log names as the author of the erasure. */
  readonly author: (sql: Sql) => Promise<string>;
}

/** Erases one task in one write; false when it is missing or not due. */
export async function eraseTask(
  { database, writer }: EraseDeps,
  key: RowKey,
  rule: TaskRule,
): Promise<boolean> {
  const owners = await database.snapshot((sql) => ownersOf(sql, key));
  const streams = [orgStream(key.orgId), ...owners.map((owner) => userStream(owner))];
  return await writer.write(streams, (tx) => eraseRows(tx, { key, owners, rule }));
}

interface TaskRows {
  readonly key: RowKey;
  readonly owners: readonly string[];
  readonly rule: TaskRule;
}

async function eraseRows(tx: WriteTx, { key, owners, rule }: TaskRows): Promise<boolean> {
  const place = { orgId: key.orgId };
  const sql = await tx.sql();
  const task = await tx.get(tasks, place, key.id);
  if (task === undefined || !(await rule.isDue(tx, task))) return false;
  tx.setAuthor({ orgUserId: await rule.author(sql) });
  for (const entity of SHARED) {
    for (const { id } of await rowsOf(sql, entity, 'task', key)) await tx.erase(entity, place, id);
  }
  for (const { entity, column } of PERSONAL) {
    for (const { id, owner } of await rowsOf(sql, entity, column, key)) {
      // A stream that the write has not locked: the row names a task that does not exist, and nothing shows it.
      if (owners.includes(owner)) await tx.erase(entity, { ...place, owner }, id);
    }
  }
  await tx.erase(tasks, place, key.id);
  await sql.run(`delete from task_seen where org_id = ? and task = ?`, [key.orgId, key.id]);
  return true;
}

async function ownersOf(sql: Sql, key: RowKey): Promise<readonly string[]> {
  const owners = new Set<string>();
  for (const { entity, column } of PERSONAL) {
    for (const { owner } of await rowsOf(sql, entity, column, key)) owners.add(owner);
  }
  return [...owners];
}

async function rowsOf(
  sql: Sql,
  { table, stream }: Entity,
  column: string,
  { orgId, id }: RowKey,
): Promise<readonly { readonly id: string; readonly owner: string }[]> {
  const isPersonal = stream === 'user';
  const found = await sql.all(
    `select id${isPersonal ? ', owner' : ''} from ${quoted(table)} where org_id = ? and ${quoted(column)} = ?`,
    [orgId, id],
  );
  return found.map((row) => ({
    id: textOf(row, 'id'),
    owner: isPersonal ? textOf(row, 'owner') : '',
  }));
}
