import type { Actor } from '../../model/permissions/actor.ts';
import type { Database, Snapshot } from '../store/database.ts';
import { requireActor } from '../writer/actor.ts';

interface ReadDeps {
  readonly database: Database;
  readonly clock: { readonly now: () => number };
}

/**
 * Reads with the person's rights in the snapshot itself, and rejects when there are none (`not_found`,
 * `factor_missing`). Those with which the call was admitted are of an earlier state: a page with their scopes and a
 * later head would say that the device has everything of a scope that it has never received (PULL-1).
 */
export function readAs<T>(
  { database, clock }: ReadDeps,
  { orgId, userId }: Pick<Actor, 'orgId' | 'userId'>,
  work: (sql: Snapshot, actor: Actor) => Promise<T>,
): Promise<T> {
  return database.snapshot(async (sql) =>
    work(sql, await requireActor(sql, { orgId, userId }, clock.now())),
  );
}
