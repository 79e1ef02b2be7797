import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError, type Refusal } from '../../model/shared/errors.ts';
import { requireActor } from './actor.ts';
import type { Writer, WriteTx } from './writer-types.ts';

interface Work<T> {
  readonly may: (actor: Actor) => Refusal | undefined;
  /** `actor` has the rights of this transaction. */
  readonly work: (tx: WriteTx, actor: Actor) => Promise<T>;
  /** Streams that the work writes in, besides the organisation's. */
  readonly streams?: readonly string[];
}

/**
 * Runs work in a transaction in which the person is still a member with the right; throws `not_found` or the refusal.
 */
export function writeAs<T>(
  writer: Writer,
  { orgId, userId }: Pick<Actor, 'orgId' | 'userId'>,
  { may, work, streams = [] }: Work<T>,
): Promise<T> {
  return writer.write([orgStream(orgId), ...streams], async (tx) => {
    const actor = await requireActor(await tx.sql(), { orgId, userId }, tx.at);
    const refusal = may(actor);
    if (refusal !== undefined) throw new CairnError(refusal);
    return work(tx, actor);
  });
}
