import { files } from '../../../model/entities/file.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import type { Held } from '../../../model/protocol/device-holdings.ts';
import { type AccountDb, rows } from '../database.ts';
import { shotsOf, unsentOf } from '../prepare.ts';

/**
 * Counts what this device holds of an organisation (HOLD-1), by keys alone. `cached` are the files with all their bytes
 * in the cache of the person, of all their organisations.
 */
export async function heldHere(
  db: AccountDb,
  cached: ReadonlySet<string>,
): Promise<Pick<Held, 'items' | 'files'>> {
  const sizes = await Promise.all(ENTITIES.map(({ table }) => db.dexie.table(table).count()));
  const local = new Set(await db.blobs.toCollection().primaryKeys());
  const known = await rows(db, files).toCollection().primaryKeys();
  return {
    items: sizes.reduce((sum, size) => sum + size, 0),
    files: known.filter((id) => local.has(id) || cached.has(id)).length,
  };
}

/**
 * Number of changes and files of this store that a removal of its data would lose (HOLD-1), counted as before a
 * sign-out: unsent and rejected changes, files that are not at the server, and shots that are not attached yet.
 */
export async function unsentHere(db: AccountDb): Promise<number> {
  const [unsent, shots] = await Promise.all([unsentOf(db), shotsOf(db)]);
  return unsent + shots;
}
