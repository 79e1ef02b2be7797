import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { comparedFields, comparedPlace, overwrites } from '../../model/entities/overwrite.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { numberOf, type SqlRow, textOf } from '../store/sql.ts';
import type { Machine } from '../shared/machine.ts';
import type { WriteTx } from '../writer/writer-types.ts';

interface Write {
  readonly tx: WriteTx;
  readonly actor: Actor;
  /** Version up to which the author of the write had seen the row. */
  readonly seen: number;
  /** Time of the write by the device's clock. */
  readonly claimedAt: number | undefined;
  readonly newId: Machine['newId'];
}

interface Rows {
  readonly before: RawRow;
  /** Undefined when the row is deleted. */
  readonly after: RawRow | undefined;
}

/**
 * WRITE-4.6: keeps the values of other people that a write replaces although its author has not seen them. The activity log names who
 * wrote them and when. Reads one field after the other: a transaction runs one query at a time.
 */
export async function keepOverwritten(
  write: Write,
  entity: Entity,
  { before, after }: Rows,
): Promise<void> {
  const place = after && comparedPlace(entity, after);
  if (after === undefined || place === undefined) return;
  const { tx, actor, seen, claimedAt, newId } = write;
  const changed = comparedFields(entity).filter((name) => !isEqual(before[name], after[name]));
  for (const field of changed) {
    const log = await (
      await tx.sql()
    ).all(
      `select org_user, at, claimed_at, old from activity
       where org_id = ? and stream = ? and tbl = ? and row_id = ? and field = ? and v > ? order by v`,
      [actor.orgId, orgStream(actor.orgId), entity.table, before.id, field, seen],
    );
    const last = log.at(-1);
    if (last === undefined || textOf(last, 'org_user') === actor.orgUserId) continue;
    // What came in between took itself back: the author of the write saw the replaced value.
    if (isEqual(valueOf(log[0]), before[field])) continue;
    await tx.put(
      overwrites,
      { orgId: actor.orgId },
      {
        id: newId(),
        scope: after.scope,
        v: 0,
        ...place,
        tbl: entity.table,
        row: before.id,
        field,
        lost: before[field],
        lost_by: textOf(last, 'org_user'),
        lost_at: instantOf(numberOf(last, 'at')),
        lost_claimed_at: claimOf(last['claimed_at']),
        kept: after[field],
        kept_by: actor.orgUserId,
        kept_at: instantOf(tx.at),
        kept_claimed_at: claimOf(claimedAt),
      },
    );
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function valueOf(entry: SqlRow | undefined): unknown {
  const old = entry?.['old'];
  return typeof old === 'string' ? JSON.parse(old) : null;
}

function instantOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function claimOf(claimed: unknown): string | null {
  return typeof claimed === 'number' ? instantOf(claimed) : null;
}
