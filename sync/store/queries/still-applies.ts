import type { Table } from 'dexie';
import type { Field } from '../../../model/entities/fields.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { Effect, Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { AccountDb } from '../database.ts';

/**
 * False when rows that a mutation changed have other values by now, or are deleted: somebody has changed them again, and
 * its undo would replace that. Mutations write absolute values, so one that still applies changes nothing a second time.
 */
export async function stillApplies(
  db: AccountDb,
  prepared: Pick<Prepared, 'effects'>,
  actor: Actor,
): Promise<boolean> {
  // What differs between the two is the time of the change, and not a value that the person chose.
  const [now, long] = [Date.now(), 0].map((at) => prepared.effects({ actor, at }));
  for (const [index, { table, id, apply }] of (now ?? []).entries()) {
    const stored: Table<RawRow, string> = db.dexie.table(table);
    const row = await stored.get(id);
    if (isDeletedSince(row, apply)) return false;
    const again = [apply(row), long?.[index]?.apply(row)] as const;
    if (!isSame(entityOf(table)?.fields ?? {}, row, again)) return false;
  }
  return true;
}

/** A deleted row whose deletion is not this change: to undo the change could restore what somebody has deleted. */
function isDeletedSince(row: RawRow | undefined, apply: Effect['apply']): boolean {
  return isDeletedRow(row) && !isDeletedRow(apply({ ...row, deleted_at: null }));
}

function isDeletedRow(row: RawRow | undefined): row is RawRow {
  return row !== undefined && typeof row['deleted_at'] === 'string';
}

/** True if the change makes nothing else of the row, whatever the time; `again`: at two times. */
function isSame(
  fields: Readonly<Record<string, Field>>,
  row: RawRow | undefined,
  [again, before]: readonly [RawRow | undefined, RawRow | undefined],
): boolean {
  if (row === undefined || again === undefined) return row === again;
  return Object.keys(fields).every((name) => {
    const [is, value] = [valueOf(row, name), valueOf(again, name)];
    const isTimed = before === undefined || valueOf(before, name) !== value;
    return isTimed ? withoutTimes(is) === withoutTimes(value) : is === value;
  });
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/gu;

function withoutTimes(value: string): string {
  return value.replaceAll(INSTANT, '');
}

function valueOf(row: RawRow, name: string): string {
  return JSON.stringify(row[name] ?? null);
}
