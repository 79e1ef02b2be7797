import { type Flag, flags } from '../../../model/entities/flag.ts';
import { type AccountDb, rows } from '../database.ts';

/** The priorities, most urgent first. */
export async function listFlags(db: AccountDb): Promise<readonly Flag[]> {
  const found = await rows(db, flags).toArray();
  return found.toSorted((left, right) => left.order - right.order);
}
