import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CairnError } from '../../model/shared/errors.ts';
import { type FileStorage, requireObjectName, type StoredObject } from './storage.ts';

/** Objects in a local folder, two levels deep so that every folder stays small enough to list. */
export function folderStorage(root: string): FileStorage {
  const pathOf = (name: string) => objectPath(root, name);
  return {
    write: async (name, bytes) => {
      const path = pathOf(name);
      const draft = `${path}.draft`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(Readable.from(bytes), createWriteStream(draft, { mode: 0o600 }));
        const size = await settle(draft);
        await rename(draft, path);
        await settleFolder(dirname(path));
        return size;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    read: async (name, range) => {
      const path = pathOf(name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) throw missing();
      return createReadStream(path, range);
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
      await rm(`${pathOf(name)}.draft`, { force: true });
    },
    list: () => listFolder(root),
  };
}

/** Path of an object in such a folder. */
export function objectPath(root: string, name: string): string {
  return join(root, requireObjectName(name).slice(0, 2), name);
}

async function* listFolder(root: string): AsyncGenerator<StoredObject> {
  const folders = await opendir(root).catch(() => undefined);
  if (folders === undefined) return;
  for await (const folder of folders) {
    if (!folder.isDirectory()) continue;
    for await (const entry of await opendir(join(root, folder.name))) {
      const name = entry.name.replace(/\.draft$/, '');
      if (!/^[0-9a-f]{32}$/.test(name)) continue;
      const found = await stat(join(root, folder.name, entry.name)).catch(() => undefined);
      if (found !== undefined) yield { name, since: found.mtimeMs };
    }
  }
}

/** Syncs a file to disk; returns its size. */
async function settle(path: string): Promise<number> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Syncs a folder's entries to disk, where the platform can. */
async function settleFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missing(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'The bytes of this file are missing',
  });
}
