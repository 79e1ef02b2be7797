import type { Entity } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { reminderReads } from '../../model/entities/reminder-read.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { ERASE_AFTER_DAYS, erasureOf } from '../../model/shared/erasure.ts';
import type { Database } from '../store/database.ts';
import { quoted, type Sql, textOf } from '../store/sql.ts';
import type { Writer, WriteTx } from './writer-types.ts';

/** Tasks that are read together; each is erased in a write of its own, so that other writes do not wait for many. */
const AT_ONCE = 200;
const DAY_MS = 24 * 60 * 60_000;

interface EraseDeps {
  readonly database: Pick<Database, 'snapshot'>;
  readonly writer: Writer;
  /** Milliseconds. */
  readonly now: number;
}

interface TaskKey {
  readonly orgId: string;
  readonly id: string;
}

/**
 * Erases tasks that were deleted more than `ERASE_AFTER_DAYS` ago, with every row that belongs to them (decision
 * 0083). Devices receive tombstones. Their files are unreferenced then and removed by the sweep of files. Returns the
 * number of tasks.
 */
export async function eraseDeletedTasks({ database, writer, now }: EraseDeps): Promise<number> {
  const before = isoSeconds(now - ERASE_AFTER_DAYS * DAY_MS);
  let erased = 0;
  for (;;) {
    const due = await database.snapshot((sql) =>
      sql.all(
        `select org_id, id from tasks where deleted_at <= ? order by org_id, id limit ${String(AT_ONCE)}`,
        [before],
      ),
    );
    for (const row of due) {
      const key = { orgId: textOf(row, 'org_id'), id: textOf(row, 'id') };
      const owners = await database.snapshot((sql) => ownersOf(sql, key));
      const streams = [orgStream(key.orgId), ...owners.map((owner) => userStream(owner))];
      if (await writer.write(streams, (tx) => eraseTask(tx, { key, owners, now }))) erased += 1;
    }
    if (due.length < AT_ONCE) return erased;
  }
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

interface EraseTask {
  readonly key: TaskKey;
  readonly owners: readonly string[];
  readonly now: number;
}

async function eraseTask(tx: WriteTx, { key, owners, now }: EraseTask): Promise<boolean> {
  const place = { orgId: key.orgId };
  const sql = await tx.sql();
  const task = await tx.get(tasks, place, key.id);
  // Read again behind the lock: it may have been restored.
  if (task === undefined || task.deleted_at === null) return false;
  if (erasureOf(task.deleted_at) > now) return false;
  tx.setAuthor({ orgUserId: await deletedBy(sql, key) });
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

async function ownersOf(sql: Sql, key: TaskKey): Promise<readonly string[]> {
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
  { orgId, id }: TaskKey,
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

/** The person who deleted it: the activity log names them as the author of the erasure. */
async function deletedBy(sql: Sql, { orgId, id }: TaskKey): Promise<string> {
  const [row] = await sql.all(
    `select org_user from activity where stream = ? and tbl = ? and row_id = ? and field = 'deleted_at'
     order by v desc limit 1`,
    [orgStream(orgId), tasks.table, id],
  );
  return row === undefined ? '' : textOf(row, 'org_user');
}
