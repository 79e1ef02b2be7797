import { type FileRow, files } from '../../model/entities/file.ts';
import { fetchFile } from '../browser/fetch-file.ts';
import { browserTimers } from '../browser/machine.ts';
import type { AccountDb } from '../store/database.ts';
import { localBytes } from '../store/local-files.ts';
import { readAll } from './export-rows.ts';
import type { LeftOut } from './export-types.ts';
import { uniqueNames, type ZipWriter } from './export-zip.ts';

/** Name of the service worker's caches of files; sw/file-cache.ts says the same. */
const CACHE = 'cairn-files-';
/** What the format has room for, with some to spare. */
const LARGEST_ARCHIVE = 3_800_000_000;
const MOST_ENTRIES = 60_000;

interface FilesInput {
  readonly db: AccountDb;
  readonly userId: string;
  readonly zip: ZipWriter;
  /** Ends with a slash, or is empty. */
  readonly folder: string;
  readonly fromServer: boolean;
  readonly notify: (done: number, total: number) => void;
}

interface FilesOutput {
  /** Path in the archive by the id of the file. */
  readonly paths: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOut[];
}

/** Puts in every file whose bytes can be had: from this device, and from the server when it may be asked. */
export async function putFiles(input: FilesInput): Promise<FilesOutput> {
  const { db, userId, zip, folder, notify } = input;
  const all = await readAll(db, files);
  const name = uniqueNames();
  const paths = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  const server = serverFiles(input.fromServer);
  for (const [index, row] of all.entries()) {
    notify(index, all.length);
    const found = (await bytesHere(db, userId, row)) ?? (await server(row));
    if (typeof found === 'string') {
      leftOut.push({ what: row.name, why: found });
    } else if (zip.size() + found.size > LARGEST_ARCHIVE || paths.size >= MOST_ENTRIES) {
      leftOut.push({ what: row.name, why: 'The archive has no more room.' });
    } else {
      const path = `files/${name(row.name)}`;
      await zip.bytes(folder + path, found);
      paths.set(row.id, path);
    }
  }
  notify(all.length, all.length);
  return { paths, leftOut };
}

async function bytesHere(db: AccountDb, userId: string, row: FileRow): Promise<Blob | undefined> {
  const own = await localBytes(db, row.id);
  // Of an image it may be another size than the row says: the server has encoded its own anew.
  if (own !== undefined) return own;
  if (!('caches' in globalThis)) return undefined;
  const cacheName = `${CACHE}${userId}`;
  if (!(await caches.has(cacheName))) return undefined;
  const cache = await caches.open(cacheName);
  return (await cache.match(addressOf(row), { ignoreVary: true }))?.blob();
}

/** Asks the server for a file; a sentence says why it is not to be had. */
function serverFiles(mayAsk: boolean): (row: FileRow) => Promise<Blob | string> {
  let silent = !mayAsk;
  return async (row) => {
    if (row.state !== 'stored') return 'It is only on the device of the person who added it.';
    if (silent) return 'It is not on this device, and the server could not be asked.';
    try {
      // As a range the service worker lets it through, and does not throw out what it keeps.
      const headers = { range: 'bytes=0-' };
      const found = await fetchFile(addressOf(row), { headers, timers: browserTimers });
      if (found instanceof Blob) return found;
      if (found === 401) silent = true;
      return `The server did not give it out (${String(found)}).`;
    } catch {
      // No connection: the files after this one would wait for the same answer.
      silent = true;
      return 'It is not on this device, and the server could not be reached.';
    }
  };
}

function addressOf({ id }: FileRow): string {
  return new URL(`/rest/files/${encodeURIComponent(id)}`, globalThis.location.origin).href;
}
