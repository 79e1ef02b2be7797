import { files } from '../../model/entities/file.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { fileAdd } from '../../model/mutations/file/file-add.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { preparedOf } from '../core/dependencies.ts';
import { type AccountDb, rows } from './database.ts';
import { isDownloaded, scopesWithoutFiles } from './file-store.ts';
import { isCreatedHere, uploadAgain } from './local-files.ts';
import type { ActionContext } from './outbox-actions.ts';

/** Repeats a rejected mutation together with the rows of the files that the server has lost since. */
export async function withLostFiles(
  db: AccountDb,
  context: ActionContext,
  act: (context: ActionContext) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const lost = await lostFiles(db);
  const refusal = await act({ ...context, lostFiles: lost });
  // A kill before this is repaired by the upload queue, which finds a row without bytes (FILE-2.10).
  for (const id of lost.keys()) if (await isCreatedHere(db, id)) await uploadAgain(db, id);
  return refusal;
}

/**
 * For each file whose bytes are here and whose row is not, the mutation that creates the row again: the server has
 * swept the file, because nothing referred to it (FILE-2.12). None for a file whose row may only be missing here.
 */
async function lostFiles(db: AccountDb): Promise<ReadonlyMap<string, Prepared>> {
  const found = new Map<string, Prepared>();
  if (!(await isDownloaded(db))) return found;
  const incomplete = await scopesWithoutFiles(db);
  for (const { id, added } of await db.blobs.toArray()) {
    if (added === undefined || incomplete.has(added.scope)) continue;
    const prepared = preparedOf({ name: fileAdd.name, args: added });
    if (prepared !== undefined && (await rows(db, files).get(id)) === undefined) {
      found.set(id, prepared);
    }
  }
  return found;
}
