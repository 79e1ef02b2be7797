import { type FileRow, files } from '../../model/entities/file.ts';
import { fetchFile } from '../browser/fetch-file.ts';
import { browserTimers } from '../browser/machine.ts';
import type { AccountDb } from '../store/database.ts';
import { localBytes } from '../store/local-files.ts';
import { readAll } from './export-rows.ts';
import type { LeftOut } from './export-types.ts';
import { uniqueNames, type ZipWriter } from '../store/zip-writer.ts';

/** Name prefix of the service worker's file caches; the same as in sw/file-cache.ts. */
const CACHE = 'cairn-files-';

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

/** Adds every available file: from this device, and from the server when `mayAsk` is set. */
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
  // An image may differ in size from its row: the server encodes its own copy.
  return (await localBytes(db, row.id)) ?? cachedFile(userId, row.id);
}

/** Bytes of a file in the service worker's cache of this person; undefined when it is not there. */
export async function cachedFile(userId: string, id: string): Promise<Blob | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const cacheName = `${CACHE}${userId}`;
  if (!(await caches.has(cacheName))) return undefined;
  const cache = await caches.open(cacheName);
  return (await cache.match(addressOf({ id }), { ignoreVary: true }))?.blob();
}

/** Requests a file from the server; a string gives the reason for a missing file. */
function serverFiles(mayAsk: boolean): (row: FileRow) => Promise<Blob | string> {
  let silent = !mayAsk;
  return async (row) => {
    if (row.state !== 'stored')
      return /*i18n*/ 'It is only on the device of the person who added it.';
    if (silent) return /*i18n*/ 'It is not on this device, and the server could not be asked.';
    try {
      // The service worker passes a range request through, and keeps its cache as it is.
      const headers = { range: 'bytes=0-' };
      const found = await fetchFile(addressOf(row), { headers, timers: browserTimers });
      if (found instanceof Blob) return found;
      if (found === 401) silent = true;
      return `The server did not give it out (${String(found)}).`;
    } catch {
      // Without a connection every further request would wait for the same failure.
      silent = true;
      return /*i18n*/ 'It is not on this device, and the server could not be reached.';
    }
  };
}

function addressOf({ id }: Pick<FileRow, 'id'>): string {
  return new URL(`/rest/files/${encodeURIComponent(id)}`, globalThis.location.origin).href;
}
