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
  try {
    const found = await fetchFile(fileAddress(id), { headers: {}, timers: browserTimers });
    return found instanceof Blob ? found : undefined;
  } catch {
    // No connection.
    return undefined;
  }
}
