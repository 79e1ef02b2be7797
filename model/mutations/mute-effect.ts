import type { Entity, RawRow } from '../entities/define-entity.ts';
import { inboxScope } from '../entities/scopes.ts';
import { memberId } from '../shared/ids.ts';
import { type Effect, effect } from './define-mutation.ts';

interface Mute {
  /** Id of what is muted. */
  readonly subject: string;
  readonly reader: string;
  readonly muted: boolean;
  /** Time of the mutation, in milliseconds. */
  readonly at: number;
}

/** Creates or deletes the row that mutes something for one person; its scope is the person's inbox. */
export function muteEffect<Row extends RawRow & { readonly created_at: string }>(
  entity: Entity<Row>,
  { subject, reader, muted, at }: Mute,
  complete: (row: RawRow & { readonly created_at: string }) => Row,
): Effect {
  const id = memberId(subject, reader);
  return effect(entity, id, (row) =>
    muted
      ? complete({
          ...row,
          id,
          scope: inboxScope(reader),
          v: row?.v ?? 0,
          created_at: row?.created_at ?? new Date(at).toISOString(),
        })
      : undefined,
  );
}
