import { orgStream } from '../../model/entities/scopes.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { numberOf, type Sql, textOf } from '../store/sql.ts';

/** Tasks that one statement reads. */
const TASKS_AT_ONCE = 500;

interface Old {
  readonly orgId: string;
  /** Milliseconds. */
  readonly floor: number;
}

interface Page {
  readonly ids: readonly string[];
  /** Id after which the following page begins; undefined at the end. */
  readonly next: string | undefined;
}

/**
 * True for a row that a rule keeps. The stamp of a completion is a claim of a device (ID-3): what decides is that the
 * activity log has no entry of the task since the floor, by the server's clock. An archived task has no stamp at all.
 */
const KEPT = `t.deleted_at is not null
  or not (t.status = 0 or (t.is_completed = 1 and coalesce(t.is_completed_at, '~') < ?))
  or exists (select 1 from activity a where a.org_id = t.org_id and a.stream = ? and a.tbl = 'tasks' and a.row_id = t.id and a.at >= ?)`;

function keptValues({ orgId, floor }: Old) {
  return [isoSeconds(floor), orgStream(orgId), floor] as const;
}

/** Completed and archived tasks that nobody has changed since the floor, in pages by id. */
export async function oldTasks(sql: Sql, old: Old & { readonly after: string }): Promise<Page> {
  const found = await sql.all(
    `select t.id, case when ${KEPT} then 1 else 0 end as kept from tasks t
     where t.org_id = ? and t.id > ? order by t.id limit ${String(TASKS_AT_ONCE)}`,
    [...keptValues(old), old.orgId, old.after],
  );
  const last = found[TASKS_AT_ONCE - 1];
  return {
    ids: found.filter((row) => numberOf(row, 'kept') === 0).map((row) => textOf(row, 'id')),
    next: last && textOf(last, 'id'),
  };
}

export async function isTaskKeptOver(
  sql: Sql,
  old: Old & { readonly id: string },
): Promise<boolean> {
  const [row] = await sql.all(
    `select t.id from tasks t where t.org_id = ? and t.id = ? and (${KEPT})`,
    [old.orgId, old.id, ...keptValues(old)],
  );
  return row !== undefined;
}

/** Messages with a text or a file that were written before the floor, in pages by id. */
export async function oldMessages(
  sql: Sql,
  { orgId, floor, after, limit }: Old & { readonly after: string; readonly limit: number },
): Promise<Page> {
  const found = await sql.all(
    `select id from messages where org_id = ? and id > ? and deleted = 0 and created_at < ?
     order by id limit ${String(limit)}`,
    [orgId, after, new Date(floor).toISOString()],
  );
  const last = found[limit - 1];
  return { ids: found.map((row) => textOf(row, 'id')), next: last && textOf(last, 'id') };
}

/** Numbers of rows older than each floor; zero where there is no floor. */
export async function countOld(
  sql: Sql,
  orgId: string,
  floors: {
    readonly tasks: number | undefined;
    readonly messages: number | undefined;
    readonly activity: number | undefined;
  },
): Promise<{ readonly tasks: number; readonly messages: number; readonly activity: number }> {
  const { tasks, messages, activity } = floors;
  return {
    tasks:
      tasks === undefined
        ? 0
        : await count(
            sql,
            `select count(*) as n from tasks t where t.org_id = ? and not (${KEPT})`,
            [orgId, ...keptValues({ orgId, floor: tasks })],
          ),
    messages:
      messages === undefined
        ? 0
        : await count(
            sql,
            'select count(*) as n from messages where org_id = ? and deleted = 0 and created_at < ?',
            [orgId, new Date(messages).toISOString()],
          ),
    activity:
      activity === undefined
        ? 0
        : await count(
            sql,
            `select count(*) as n from activity where org_id = ? and tbl <> '' and at < ?`,
            [orgId, activity],
          ),
  };
}

async function count(sql: Sql, text: string, values: readonly (string | number)[]) {
  const [row] = await sql.all(text, values);
  return row === undefined ? 0 : numberOf(row, 'n');
}
