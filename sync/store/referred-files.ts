import type { OutboxItem } from '../core/ports/outbox.ts';
import type { AccountDb } from './database.ts';

/** Files that mutations refer to (FILE-3.1): their bytes count as unsent, because the server may have swept them. */

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Ids of all rows that a mutation names, files among them. Its arguments are read as text, so that a mutation of a newer
 * build counts as well (VER-2).
 */
export function idsIn({ args, parents }: Pick<OutboxItem, 'args' | 'parents'>): readonly string[] {
  return JSON.stringify([args, parents]).match(ID) ?? [];
}

/** Ids in pending and in rejected mutations. */
export interface ReferredIds {
  readonly pending: ReadonlySet<string>;
  readonly rejected: ReadonlySet<string>;
}

export async function referredIds(db: AccountDb): Promise<ReferredIds> {
  const [pending, rejected] = await Promise.all([db.outbox.toArray(), rejectedIds(db)]);
  return { pending: new Set(pending.flatMap(idsIn)), rejected };
}

export async function rejectedIds(db: AccountDb): Promise<ReadonlySet<string>> {
  const rejected = await db.rejected.toArray();
  return new Set(rejected.flatMap(({ item }) => idsIn(item)));
}

/** Function that tells whether a mutation refers to the file. */
export function isReferredIn({ pending, rejected }: ReferredIds): (id: string) => boolean {
  return (id) => pending.has(id) || rejected.has(id);
}
