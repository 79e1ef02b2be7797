import { type Flag, flags } from '../../../model/entities/flag.ts';
import { type AccountDb, rows } from '../database.ts';

/** Priorities, most urgent first. */
export async function listFlags(db: AccountDb): Promise<readonly Flag[]> {
  const found = await rows(db, flags).toArray();
  return found
    .map((flag) => ({ ...flag, status: isOffered(flag) }))
    .toSorted((left, right) => left.order - right.order);
}

/** A row of an older build has no status and is offered. */
function isOffered(row: { readonly status?: boolean }): boolean {
  return row.status !== false;
}
