import type { Table } from 'dexie';
import type { Field } from '../../../model/entities/fields.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { AccountDb } from '../database.ts';

/**
 * False when rows that a mutation changed have other values by now: somebody has changed them again, and its undo would
 * replace that. Mutations write absolute values, so one that still applies changes nothing a second time.
 */
export async function stillApplies(
  db: AccountDb,
  prepared: Pick<Prepared, 'effects'>,
  actor: Actor,
): Promise<boolean> {
  for (const { table, id, apply } of prepared.effects({ actor, at: Date.now() })) {
    const stored: Table<RawRow, string> = db.dexie.table(table);
    const row = await stored.get(id);
    if (!isSame(entityOf(table)?.fields ?? {}, row, apply(row))) return false;
  }
  return true;
}

function isSame(
  fields: Readonly<Record<string, Field>>,
  row: RawRow | undefined,
  again: RawRow | undefined,
): boolean {
  if (row === undefined || again === undefined) return row === again;
  return Object.entries(fields)
    .filter(([, { value }]) => value !== 'instant')
    .every(([name]) => valueOf(row, name) === valueOf(again, name));
}

/** Times inside a value (ticks) are those of the action. */
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/gu;

function valueOf(row: RawRow, name: string): string {
  return JSON.stringify(row[name] ?? null).replaceAll(INSTANT, '');
}
