import { files } from '../../model/entities/file.ts';
import { fetchFile } from '../browser/fetch-file.ts';
import { browserTimers } from '../browser/machine.ts';
import { type AccountDb, rows } from '../store/database.ts';
import { localBytes } from '../store/local-files.ts';

/** Address of a file's bytes; the service worker answers it from its cache if possible (FILE-3). */
export function fileAddress(id: string): string {
  return `/rest/files/${id}`;
}

/**
 * Bytes of a file, from this device or else from the server; undefined when neither has them now. A file without a row
 * on this device is not requested: this person may not read it.
 */
export async function fileBytes(db: AccountDb, id: string): Promise<Blob | undefined> {
  if ((await rows(db, files).get(id)) === undefined) return undefined;
  const here = await localBytes(db, id);
  if (here !== undefined) return here;
  return fetched(fileAddress(id));
}

/**
 * Bytes of a file as the server stores them, in full or as its thumbnail, from the service worker's cache or from the
 * server; undefined when neither has them now. Never the picked original, which may contain the place of a photo.
 */
export async function servedBytes(
  db: AccountDb,
  id: string,
  variant: 'full' | 'small',
): Promise<Blob | undefined> {
  const row = await rows(db, files).get(id);
  if (row?.state !== 'stored') return undefined;
  return fetched(variant === 'full' ? fileAddress(id) : `${fileAddress(id)}?size=small`);
}

/** Bytes of a file of the app itself, which the service worker has cached; undefined without a connection before that. */
export function shellBytes(address: string): Promise<Blob | undefined> {
  return fetched(address);
}

async function fetched(address: string): Promise<Blob | undefined> {
  try {
    const found = await fetchFile(address, { headers: {}, timers: browserTimers });
    return found instanceof Blob ? found : undefined;
  } catch {
    // No connection.
    return undefined;
  }
}
