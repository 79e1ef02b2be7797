import * as v from 'valibot';
import { entityOf } from '../../model/entities/registry.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { uuidSchema } from '../../model/shared/ids.ts';
import type { RowPlace, WriteTx } from '../writer/writer-types.ts';

/** Fields that somebody may have changed since the row was created. */
const SINCE: readonly string[] = [
  'v',
  'rank',
  'created_at',
  'status',
  'edited',
  'ticks',
  'is_completed',
  'is_completed_at',
  'is_completed_employee',
  'is_completed_emp_at',
];

/** Fields that the server sets when it stores a row or later: not the author's input. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  messages: ['seq'],
  groups: ['number'],
  group_members: ['since'],
  // Files are compared by their digest, which stays that of the chosen file. Their scope is that of the row that refers
  // to them since, and the server may have left out the original and the place.
  files: ['scope', 'state', 'media_type', 'kind', 'size', 'width', 'height', 'drawn_on', 'place'],
  // Removed since.
  task_files: ['removed_at'],
  // The server's own time when the device's clock is implausible (ID-3).
  todos: ['made_at'],
  invitations: ['state', 'mail', 'sent_at', 'expires_at', 'organization_user'],
};

interface Where {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly placeOf: (table: string, actor: Actor) => RowPlace;
}

/**
 * WRITE-4: creating again what the same person has created with the same content succeeds and changes nothing: two
 * devices imported the same file before either had received the other's rows, or a plain client lost the response. The
 * parent may have been archived since. Not for mutations whose effects are only a prediction.
 */
export async function isRepeatedCreate(
  { tx, actor, placeOf }: Where,
  prepared: Prepared,
): Promise<boolean> {
  if (!v.is(uuidSchema, prepared.refs[0]?.id)) return false;
  const effects = prepared.effects({ actor, at: tx.at });
  for (const { table, id, apply } of effects) {
    const entity = entityOf(table);
    const stored = entity && (await tx.stored(entity, placeOf(table, actor), id));
    const made = apply(undefined);
    if (stored === undefined || made === undefined) return false;
    const passedOver = new Set([...SINCE, ...(GIVEN[table] ?? [])]);
    const isSame = Object.entries(made).every(
      ([field, value]) =>
        passedOver.has(field) || JSON.stringify(value) === JSON.stringify(stored.row[field]),
    );
    if (!isSame) return false;
  }
  return effects.length > 0;
}
