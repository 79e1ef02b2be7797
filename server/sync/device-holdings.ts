import type { Actor } from '../../model/permissions/actor.ts';
import type { Held } from '../../model/protocol/device-holdings.ts';
import type { Database } from '../store/database.ts';
import type { Writer } from '../writer/writer-types.ts';
import { type DeviceCursor, isOwnHistory } from './device-cursors.ts';

/** What a device holds of the actor's organisation, with how far it has come. */
interface HoldingsReport extends DeviceCursor, Held {
  readonly actor: Actor;
  readonly sessionId: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * HOLD-1: stores what a device holds, for its person to read. Unchanged numbers are not written; a cursor of another
 * history (PULL-4) says nothing about the device and is not stored. Resolves to whether the server has the report.
 */
export async function noteHoldings(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  report: HoldingsReport,
): Promise<boolean> {
  const { actor, sessionId, at, epoch, cursor } = report;
  const { orgId } = actor;
  if (!(await database.snapshot((sql) => isOwnHistory(sql, orgId, report)))) return false;
  const held = {
    person: actor.orgUserId,
    epoch,
    cursor,
    items: report.items,
    files: report.files,
    megabytes: report.megabytes,
    unsent: report.unsent,
    encrypted: report.encrypted ? 1 : 0,
    persistent: report.persistent ? 1 : 0,
  };
  const before = await database.db
    .selectFrom('device_holdings')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (before !== undefined && isSame(held, before)) return true;
  const row = { ...held, reported_at: at };
  await writer.write([], async (tx) => {
    const db = await tx.db();
    await db
      .insertInto('device_holdings')
      .values({ org_id: orgId, session_id: sessionId, ...row })
      .onConflict((conflict) => conflict.columns(['org_id', 'session_id']).doUpdateSet(row))
      .execute();
  });
  return true;
}

function isSame(held: Readonly<Record<string, unknown>>, before: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.entries(held).every(([name, value]) => stored.get(name) === value);
}
