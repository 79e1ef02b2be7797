import { files } from '../../../model/entities/file.ts';
import { type AccountDb, rows } from '../database.ts';

/** Those of the given files that are drawings on this one, in the given order. */
export async function drawingsAmong(
  db: AccountDb,
  original: string,
  among: readonly string[],
): Promise<readonly string[]> {
  const found = await rows(db, files).bulkGet([...among]);
  return found.flatMap((row) => (row?.drawn_on === original ? [row.id] : []));
}
