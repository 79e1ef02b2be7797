import { Readable } from 'node:stream';
import { CairnError } from '../../../model/shared/errors.ts';
import { type FileStorage, requireObjectName } from '../../../server/files/storage.ts';

/** Objects of the server, which survive its processes; a backup of its database refers to them. */
export type Objects = Map<string, { readonly bytes: Uint8Array; readonly since: number }>;

/** Object store of one server process: after `isDead` nothing it still does has an effect. */
export function memoryStorage(
  objects: Objects,
  { now, isDead }: { readonly now: () => number; readonly isDead: () => boolean },
): FileStorage {
  const alive = () => {
    if (isDead()) throw new Error('The process of this storage was killed');
  };
  return {
    write: async (name, bytes) => {
      requireObjectName(name);
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk));
      alive();
      const whole = Buffer.concat(chunks);
      objects.set(name, { bytes: whole, since: now() });
      return whole.length;
    },
    read: (name, range) => {
      requireObjectName(name);
      const found = objects.get(name);
      if (found === undefined) {
        const error = new CairnError({ code: 'not_found', message: 'There is no such object' });
        return Promise.reject(error);
      }
      const { start, end } = range ?? { start: 0, end: found.bytes.length - 1 };
      return Promise.resolve(Readable.from([Buffer.from(found.bytes.subarray(start, end + 1))]));
    },
    remove: (name) => {
      requireObjectName(name);
      if (!isDead()) objects.delete(name);
      return Promise.resolve();
    },
    list: async function* list() {
      for (const [name, { since }] of objects) yield await Promise.resolve({ name, since });
    },
  };
}
