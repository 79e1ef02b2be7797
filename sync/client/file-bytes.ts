import { files } from '../../model/entities/file.ts';
import { fetchFile } from '../browser/fetch-file.ts';
import { browserTimers } from '../browser/machine.ts';
import { type AccountDb, rows } from '../store/database.ts';
import { localBytes } from '../store/local-files.ts';

/** Address of a file's bytes; the service worker answers it from its cache where it can (FILE-3). */
export function fileAddress(id: string): string {
  return `/rest/files/${id}`;
}

/**
 * The bytes of a file: from this device, else from the server. Undefined: they cannot be had now. A file whose row is not
 * on this device is not asked for: this person may not read it (any more).
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
