import type { LocalFile } from '../core/ports/files.ts';
import { type AccountDb } from './database.ts';
import { isCreatedHere, localBytes } from './local-files.ts';
import { isReferredIn, referredIds } from './referred-files.ts';
import { uniqueNames, zipWriter } from './zip-writer.ts';

/** File of a copy of unsent work: its state on the device, and its bytes. */
export interface CopiedFile {
  readonly file: LocalFile;
  readonly bytes: Blob;
}

/** Name of the part of an archive that the import reads first; the others are the bytes of files. */
export const COPY_TEXT = 'unsent.json';

/**
 * Files of which this device has the only bytes: unsent and rejected ones, shots that are not attached
 * yet, and stored ones that an unsent mutation creates again (FILE-2.10) or refers to (FILE-3.1). `incomplete`: those without all bytes.
 */
export async function filesOnlyHere(
  db: AccountDb,
): Promise<{ readonly files: readonly CopiedFile[]; readonly incomplete: readonly LocalFile[] }> {
  const files: CopiedFile[] = [];
  const incomplete: LocalFile[] = [];
  const isReferred = isReferredIn(await referredIds(db));
  for (const file of await db.blobs.orderBy('id').toArray()) {
    if (!(await isOnlyHere(db, file, isReferred))) continue;
    const bytes = await localBytes(db, file.id);
    if (bytes?.size === file.size) files.push({ file, bytes });
    else incomplete.push(file);
  }
  return { files, incomplete };
}

async function isOnlyHere(
  db: AccountDb,
  { id, state }: LocalFile,
  isReferred: (id: string) => boolean,
): Promise<boolean> {
  if (state === 'kept') return isReferred(id) || (await isCreatedHere(db, id));
  return state !== 'copying';
}

/** Gives each file a path in the archive that a person can read. */
export function filePaths(): (file: Pick<LocalFile, 'name'>) => string {
  const names = uniqueNames();
  return ({ name }) => `files/${names(name)}`;
}

/** Archive of a copy and the bytes of its files, by their paths. */
export async function copyArchive(
  text: string,
  files: ReadonlyMap<string, Blob>,
  at: Date,
): Promise<Blob> {
  const zip = zipWriter(at);
  await zip.text(COPY_TEXT, [text]);
  for (const [path, bytes] of files) await zip.bytes(path, bytes);
  return await zip.finish();
}
