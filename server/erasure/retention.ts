import { messages } from '../../model/entities/message.ts';
import { organizations } from '../../model/entities/organization.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { type Task } from '../../model/entities/task.ts';
import { isDeleted } from '../../model/shared/erasure.ts';
import { monthsBefore } from '../../model/shared/months-before.ts';
import type { RetentionRules } from '../../model/shared/retention.ts';
import { decodeRow } from '../store/rows.ts';
import { type Sql, textOf } from '../store/sql.ts';
import { authorOf } from '../writer/author-of.ts';
import { type EraseDeps, eraseTask, type RowKey } from '../writer/erase-tasks.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { eraseOldActivity } from './old-activity.ts';
import { isTaskKeptOver, oldMessages, oldTasks } from './old-rows.ts';

/** Messages emptied in one write; other writes wait for it. */
const AT_ONCE = 100;

/** What the rules of one organisation have erased. */
export interface Erased {
  readonly tasks: number;
  readonly messages: number;
  /** Entries of the activity log. */
  readonly activity: number;
}

/** Erases what the rules of each organisation do not keep (decision 0092). Returns the totals. */
export async function applyRetention(deps: EraseDeps): Promise<Erased> {
  const organizationIds = await deps.database.snapshot((sql) =>
    sql.all(
      `select id from organizations where retention_from is not null
       and (keep_done_tasks is not null or keep_messages is not null or keep_activity is not null) order by id`,
    ),
  );
  const total = { tasks: 0, messages: 0, activity: 0 };
  for (const row of organizationIds) {
    const orgId = textOf(row, 'id');
    total.tasks += await eraseOldTasks(deps, orgId);
    total.messages += await emptyOldMessages(deps, orgId);
    const rules = await deps.database.snapshot((sql) => readRules(sql, orgId, deps.now));
    const floor = floorOf(rules?.keep_activity, deps.now);
    if (floor !== undefined) total.activity += await eraseOldActivity(deps, { orgId, floor });
  }
  return total;
}

async function eraseOldTasks(deps: EraseDeps, orgId: string): Promise<number> {
  let erased = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const found = await deps.database.snapshot(async (sql) => {
      const rules = await readRules(sql, orgId, deps.now);
      const floor = floorOf(rules?.keep_done_tasks, deps.now);
      return floor === undefined ? undefined : await oldTasks(sql, { orgId, floor, after: from });
    });
    for (const id of found?.ids ?? []) {
      const key = { orgId, id };
      const isGone = await eraseTask(deps, key, {
        isDue: (tx, task) => isTaskDue(tx, key, { task, now: deps.now }),
        author: (sql) => ruleAuthor(sql, orgId, 'keep_done_tasks'),
      });
      if (isGone) erased += 1;
    }
    after = found?.next;
  }
  return erased;
}

/** Behind the lock: the task may have been reopened, and the rule changed. */
async function isTaskDue(
  tx: WriteTx,
  { orgId, id }: RowKey,
  { task, now }: { readonly task: Task; readonly now: number },
): Promise<boolean> {
  const floor = floorOf((await rulesInForce(tx, orgId, now))?.keep_done_tasks, now);
  if (floor === undefined || isDeleted(task)) return false;
  return !(await isTaskKeptOver(await tx.sql(), { orgId, floor, id }));
}

async function emptyOldMessages({ database, writer, now }: EraseDeps, orgId: string) {
  let emptied = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const found = await database.snapshot(async (sql) => {
      const rules = await readRules(sql, orgId, now);
      const floor = floorOf(rules?.keep_messages, now);
      return floor === undefined
        ? undefined
        : await oldMessages(sql, { orgId, floor, after: from, limit: AT_ONCE });
    });
    if (found !== undefined && found.ids.length > 0) {
      emptied += await writer.write([orgStream(orgId)], async (tx) => {
        const floor = floorOf((await rulesInForce(tx, orgId, now))?.keep_messages, now);
        if (floor === undefined) return 0;
        tx.setAuthor({ orgUserId: await ruleAuthor(await tx.sql(), orgId, 'keep_messages') });
        for (const id of found.ids) await emptyMessage(tx, { orgId, id });
        return found.ids.length;
      });
    }
    after = found?.next;
  }
  return emptied;
}

/** A message is never removed, so that no number is missing (WIN-1): it becomes a deleted one. */
async function emptyMessage(tx: WriteTx, { orgId, id }: RowKey): Promise<void> {
  const row = await tx.get(messages, { orgId }, id);
  if (row === undefined || row.deleted) return;
  const empty = { deleted: true, text: '', attachment: null, reactions: {} };
  await tx.put(messages, { orgId }, { ...row, ...empty });
}

type InForce = Partial<RetentionRules> | undefined;

/** Rules that may erase now; undefined before the notice of a new rule is over. */
async function rulesInForce(tx: WriteTx, orgId: string, now: number): Promise<InForce> {
  const row = await tx.get(organizations, { orgId }, orgId);
  const from = row?.retention_from ?? null;
  return from === null || Date.parse(from) > now ? undefined : row;
}

async function readRules(sql: Sql, orgId: string, now: number): Promise<InForce> {
  const [row] = await sql.all('select * from organizations where org_id = ? and id = ?', [
    orgId,
    orgId,
  ]);
  if (row === undefined) return undefined;
  const { keep_done_tasks, keep_messages, keep_activity, retention_from } = organizations.parse(
    decodeRow(organizations, row),
  );
  if (retention_from === null || Date.parse(retention_from) > now) return undefined;
  return { keep_done_tasks, keep_messages, keep_activity };
}

/** Instant in milliseconds before which something is erased; undefined: it is kept for ever. */
export function floorOf(months: number | null | undefined, now: number): number | undefined {
  return typeof months === 'number' ? monthsBefore(now, months) : undefined;
}

/** The person who last changed a rule. */
async function ruleAuthor(sql: Sql, orgId: string, field: keyof RetentionRules): Promise<string> {
  return await authorOf(sql, { orgId, id: orgId, table: organizations.table, field });
}
