import type { Actor } from '../../model/permissions/actor.ts';
import { maySeeProject } from '../../model/permissions/project.ts';
import { loadActor } from '../writer/actor.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { marks, numberOf, type Sql, textOf } from '../store/sql.ts';
import { readReceiptSettings } from './receipt-settings.ts';
import { type DeviceCursor, isOwnHistory } from './device-cursors.ts';

/** What a device reports about its person: the rows of each task up to `v` have been on their screen (RECEIPT-4). */
interface SeenReport extends DeviceCursor {
  readonly actor: Actor;
  readonly seen: readonly { readonly task_id: string; readonly v: number }[];
}

/**
 * Stores what a person has seen, one row per person and task, and returns the number of rows written. A task that the
 * person may not read is left out, as is a version at or below the stored one, and everything of a cursor that is not
 * of this server's history (RECEIPT-1.4): nothing is written for them.
 */
export async function noteSeen(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  report: SeenReport,
): Promise<number> {
  if ((await database.snapshot((sql) => newlySeen(sql, report))).length === 0) return 0;
  const { actor, epoch } = report;
  return await writer.write([], async (tx) => {
    const sql = await tx.sql();
    // Read again behind the lock: the person may have lost the right, or another device reported more.
    const now = await loadActor(sql, actor, tx.at);
    if (now === undefined) return 0;
    const rows = await newlySeen(sql, { ...report, actor: now });
    for (const { task, v } of rows) {
      await sql.run(STORE, [now.orgId, task, now.orgUserId, epoch, v]);
    }
    return rows.length;
  });
}

async function newlySeen(
  sql: Sql,
  report: SeenReport,
): Promise<readonly { readonly task: string; readonly v: number }[]> {
  const { actor, epoch, cursor } = report;
  // The newest of each task; nothing can be seen above the device's own cursor.
  const reported = new Map<string, number>();
  for (const { task_id: task, v } of report.seen) {
    reported.set(task, Math.max(reported.get(task) ?? 0, Math.min(v, cursor)));
  }
  if (reported.size === 0) return [];
  if (!(await readReceiptSettings(sql, actor)).seen) return [];
  if (!(await isOwnHistory(sql, actor.orgId, report))) return [];
  const ids = [...reported.keys()];
  const known = await sql.all(`${TASKS} and t.id in (${marks(ids.length)})`, [
    actor.orgUserId,
    actor.orgUserId,
    epoch,
    actor.orgId,
    ...ids,
  ]);
  return known.flatMap((row) => {
    const mayRead = maySeeProject(actor, row['member'] !== null);
    const stored = row['seen'] === null ? 0 : numberOf(row, 'seen');
    const task = textOf(row, 'id');
    const v = reported.get(task) ?? 0;
    return mayRead && v > stored ? [{ task, v }] : [];
  });
}

const TASKS = `select t.id, tm.id as member, s.v as seen
   from tasks t
   left join team_members tm on tm.org_id = t.org_id and tm.project = t.project and tm.organization_user = ?
   left join task_seen s on s.org_id = t.org_id and s.task = t.id and s.person = ? and s.epoch = ?
   where t.org_id = ?`;

/** Two devices of a person may write at once: the higher version stays. */
const STORE = `insert into task_seen (org_id, task, person, epoch, v) values (?, ?, ?, ?, ?)
   on conflict (org_id, task, person) do update set epoch = excluded.epoch, v = excluded.v
   where task_seen.epoch <> excluded.epoch or task_seen.v < excluded.v`;
