/** One contract for every storage of people's files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { s3Storage } from '../../../server/files/s3-storage.ts';
import { parseS3Url } from '../../../server/shared/s3-url.ts';
import { type FileStorage, newObjectName } from '../../../server/files/storage.ts';
import { type S3Store, startS3Store } from '../../support/s3-store.ts';

const newName = () => newObjectName((count) => randomBytes(count));

async function* parts(...some: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of some) yield Buffer.from(part);
}

async function textOf(
  storage: FileStorage,
  name: string,
  range?: { readonly start: number; readonly end: number },
): Promise<string> {
  return await text(await storage.read(name, range));
}

interface Place {
  readonly storage: FileStorage;
  readonly close: () => Promise<void>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'a folder': () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-files-'));
    const close = () => Promise.resolve(rmSync(folder, { recursive: true, force: true }));
    return Promise.resolve({ storage: folderStorage(folder), close });
  },
  'an S3-compatible store': async () => {
    const store = await startS3Store();
    return { storage: s3Storage(parseS3Url(store.url)), close: store.close };
  },
};

for (const [kind, open] of Object.entries(PLACES)) {
  describe(`files in ${kind}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(() => place.close());

    it('are read as they were written, whole and in parts', async () => {
      const name = newName();
      expect(await place.storage.write(name, parts('Three ', 'cairns, ', 'then left'))).toBe(23);
      expect(await textOf(place.storage, name)).toBe('Three cairns, then left');
      expect(await textOf(place.storage, name, { start: 6, end: 11 })).toBe('cairns');
    });

    it('may be empty', async () => {
      const name = newName();
      expect(await place.storage.write(name, parts())).toBe(0);
      expect(await textOf(place.storage, name)).toBe('');
    });

    it('are reported missing when they do not exist, and removing them succeeds', async () => {
      await expect(place.storage.read(newName())).rejects.toMatchObject({ code: 'not_found' });
      await expect(place.storage.remove(newName())).resolves.toBeUndefined();
    });

    it('are all listed, and removed ones no longer', async () => {
      const names = [newName(), newName(), newName()];
      for (const name of names) await place.storage.write(name, parts('x'));
      const listed = async () => {
        const found: string[] = [];
        for await (const object of place.storage.list()) found.push(object.name);
        return found;
      };
      expect((await listed()).toSorted()).toEqual(names.toSorted());
      await place.storage.remove(names[0] ?? '');
      expect(await listed()).toHaveLength(2);
    });

    it('leave nothing behind when their transfer is cut', async () => {
      const name = newName();
      const broken = async function* () {
        yield Buffer.from('half');
        throw new Error('the connection broke');
      };
      await expect(place.storage.write(name, broken())).rejects.toThrow('broke');
      await expect(place.storage.read(name)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('have names of our own only', async () => {
      await expect(place.storage.read('../cairn.db')).rejects.toThrow(TypeError);
    });
  });
}

describe('an S3-compatible store', () => {
  let store: S3Store;
  beforeEach(async () => {
    store = await startS3Store();
  });
  afterEach(() => store.close());

  it('is called again when it is busy', async () => {
    const storage = s3Storage(parseS3Url(store.url));
    const name = newName();
    store.failNext(2);
    await storage.write(name, parts('x'));
    expect([...store.objects.keys()]).toEqual([`/files/cairn/${name}`]);
  });

  it('[FILE-2.8] that rejects the key is unavailable, and is reported with its error', async () => {
    const storage = s3Storage({ ...parseS3Url(store.url), secretAccessKey: 'another' });
    await expect(storage.write(newName(), parts('x'))).rejects.toMatchObject({
      status: 503,
      cause: { message: 'The object store answered 403 AccessDenied' },
    });
    expect(store.objects.size).toBe(0);
  });

  it('[FILE-2.8] that cannot be reached is unavailable', async () => {
    const storage = s3Storage(parseS3Url(store.url));
    await store.close();
    await expect(storage.read(newName())).rejects.toMatchObject({ status: 503 });
  });

  it('has an address with key, secret and bucket', () => {
    expect(parseS3Url('https://KEY:a%2Fb@s3.example.org/files/a/b?region=eu-west-1')).toEqual({
      bucket: 'https://s3.example.org/files',
      prefix: 'a/b/',
      region: 'eu-west-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b',
    });
    expect(() => parseS3Url('https://s3.example.org/files')).toThrow('is not https://KEY:SECRET');
    expect(() => parseS3Url('https://KEY:SECRET@s3.example.org')).toThrow('bucket');
  });
});
