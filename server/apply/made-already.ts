import * as v from 'valibot';
import { entityOf } from '../../model/entities/registry.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { uuidSchema } from '../../model/shared/ids.ts';
import type { RowPlace, WriteTx } from '../writer/writer-types.ts';

/** What others, or the same person, may have done to a row since it was made, and who counts. */
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

/** What the server gives a row when it takes it in, or later by itself: no words of whoever made it. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  messages: ['seq'],
  groups: ['number'],
  group_members: ['since'],
  // The bytes are told apart by their digest, which stays that of what was picked.
  files: ['state', 'media_type', 'kind', 'size', 'width', 'height'],
  // The server's own time when the device's clock cannot be believed (ID-3).
  todos: ['made_at'],
  invitations: ['state', 'mail', 'sent_at', 'expires_at', 'organization_user'],
};

interface Where {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly placeOf: (table: string, actor: Actor) => RowPlace;
}

/**
 * WRITE-4: to make once more what the same person has made in the same words is success, and changes nothing: two devices
 * took in the same file before either had heard of the other, or a plain client got no answer. Its parent may have been
 * archived since. Not to be asked of a mutation whose effects are only the device's guess.
 */
export async function isMadeAlready(
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
