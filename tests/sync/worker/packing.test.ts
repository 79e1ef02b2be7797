import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileRow, files } from '../../../model/entities/file.ts';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { RANK_HEADER } from '../../../model/packing.ts';
import { rows } from '../../../sync/store/database.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { changePacking, packingState, setKept } from '../../../sync/store/packing-choices.ts';
import { type Packing, packMemory, packSlice } from '../../../sync/worker/packing.ts';
import type { Device } from '../support/device.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** Files whose bytes are at the server, and a person who opened none of them. */
describe('files that come to the device by themselves', () => {
  let setup: Setup;
  let device: Device;
  let session: DeviceDb;
  let cache: FakeCache;
  let asked: string[];
  /** Runs after the server has answered, before the bytes are stored. */
  let answered: () => Promise<void> | void;
  let packing: Packing;

  beforeEach(async () => {
    setup = await setUp();
    device = setup.device();
    await device.sync();
    const net = { reachable: true, auth: 'ok', outdated: false, fault: null } as const;
    await device.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.putNet(net));
    session = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    await signIn();
    cache = fakeCache();
    vi.stubGlobal('caches', { open: async () => cache, delete: async () => cache.clear() });
    asked = [];
    answered = () => undefined;
    packing = {
      db: device.db,
      device: session,
      record: device.record,
      caches,
      now: () => device.clock.time,
      quota: async () => 1_000_000_000,
      connection: () => undefined,
      isOnline: () => true,
      renew: async () => false,
      fetch: async (address) => {
        asked.push(address);
        const response = new Response('bytes', { headers: { 'content-length': '5' } });
        await answered();
        return response;
      },
    };
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    session.dexie.close();
    await setup.end();
  });

  function signIn() {
    const { userId, key } = device.record;
    return session.session.put({ id: 'current', userId, accountKey: key });
  }

  async function add(id: string, over: Partial<FileRow> = {}): Promise<void> {
    const row = {
      id,
      scope: `project:${setup.team.project}`,
      v: 1,
      name: `${id}.pdf`,
      media_type: 'application/pdf',
      size: 5,
      digest: '',
      kind: 'pdf',
      width: null,
      height: null,
      state: 'stored',
      uploaded_by: '',
      created_at: '2026-03-01T00:00:00Z',
      taken_at: null,
      drawn_on: null,
      duration_ms: null,
      peaks: null,
      place: null,
      ...over,
    } as const;
    await rows(device.db, files).put(row);
  }

  function slice(isStopped = () => false, memory = packMemory()) {
    return packSlice(packing, memory, isStopped);
  }

  it('[FILE-4.2] previews come first, then what the person keeps', async () => {
    await add('plain');
    await add('kept', { created_at: '2020-01-01T00:00:00Z' });
    await add('photo', { media_type: 'image/png', kind: 'image' });
    await setKept(device.db, { kind: 'file', id: 'kept', isKept: true });
    expect(await slice()).toBe('done');
    expect(asked.slice(0, 2)).toEqual(['/rest/files/photo?size=small', '/rest/files/kept']);
    expect(asked).toHaveLength(4);
    const kept = await cache.match('/rest/files/kept');
    expect(kept?.headers.get(RANK_HEADER)).toBe('kept');
  });

  it('[FILE-4.1] nothing is downloaded while a mutation waits, without a network, or on a metered connection', async () => {
    await add('plain');
    const workspace = { id: device.newId(), name: 'Huts', desc: '' };
    expect(await device.mutate(workspaceCreate, workspace)).toBe(undefined);
    expect(await slice()).toBe('wait');
    await device.sync();
    packing = { ...packing, isOnline: () => false };
    expect(await slice()).toBe('wait');
    packing = { ...packing, isOnline: () => true, connection: () => ({ saveData: true }) };
    expect(await slice()).toBe('wait');
    expect((await packingState(device.db))?.paused).toBe('metered');
    expect(asked).toEqual([]);
    await changePacking(device.db, (before) => ({ ...before, anyNetwork: true }));
    expect(await slice()).toBe('done');
    expect(asked).toEqual(['/rest/files/plain']);
  });

  it('[FILE-4.4] bytes that have no room are said to have none, and nothing is downloaded in vain', async () => {
    await add('plain', { size: 500 });
    await changePacking(device.db, (before) => ({ ...before, budget: 100 }));
    expect(await slice()).toBe('done');
    expect(asked).toEqual([]);
    expect(await packingState(device.db)).toMatchObject({ full: 1, left: 0 });
  });

  it('[FILE-4.4] a file that was removed to make room is recorded until it is here again', async () => {
    await add('old', { size: 60, created_at: '2026-01-01T00:00:00Z' });
    await changePacking(device.db, (before) => ({ ...before, budget: 400 }));
    packing = {
      ...packing,
      fetch: async (address) => {
        const size = address.endsWith('old') ? '60' : '99';
        return new Response('bytes', { headers: { 'content-length': size } });
      },
    };
    expect(await slice()).toBe('done');
    expect(await cache.match('/rest/files/old')).toBeDefined();
    expect((await packingState(device.db))?.removed).toBeUndefined();
    for (const id of ['a', 'b', 'c', 'd']) await add(id, { size: 99 });
    expect(await slice()).toBe('done');
    expect(await cache.match('/rest/files/old')).toBeUndefined();
    expect((await packingState(device.db))?.removed).toEqual(['old']);
    // A later run remembers it.
    expect(await slice()).toBe('done');
    expect((await packingState(device.db))?.removed).toEqual(['old']);
    await setKept(device.db, { kind: 'file', id: 'old', isKept: true });
    expect(await slice()).toBe('done');
    expect(await cache.match('/rest/files/old')).toBeDefined();
    expect((await packingState(device.db))?.removed ?? []).not.toContain('old');
  });

  it('[FILE-4.4] a file whose bytes are only on this device is no part of it', async () => {
    await add('unsent', { state: 'uploading' });
    expect(await slice()).toBe('done');
    expect(asked).toEqual([]);
  });

  it('[FILE-4.5] the run after a killed tab downloads only what is missing', async () => {
    for (const id of ['a', 'b', 'c']) await add(id);
    await expect(
      slice(() => {
        if (asked.length < 2) return false;
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await cache.keys()).toHaveLength(2);
    expect(await slice()).toBe('done');
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
  });

  it('[FILE-4.5] a cut download leaves no bytes, and is repeated', async () => {
    await add('plain');
    const { fetch } = packing;
    packing = { ...packing, fetch: () => Promise.reject(new TypeError('cut')) };
    expect(await slice()).toBe('failed');
    expect(await cache.keys()).toHaveLength(0);
    packing = { ...packing, fetch };
    expect(await slice()).toBe('done');
    expect(await cache.keys()).toHaveLength(1);
  });

  it('[FILE-4.6] a right that ends before or after the bytes are stored leaves none', async () => {
    await add('early');
    answered = () => rows(device.db, files).delete('early');
    await slice();
    expect(await cache.keys()).toHaveLength(0);
    await add('late');
    answered = () => undefined;
    cache.stored = () => rows(device.db, files).delete('late');
    await slice();
    expect(asked).toEqual(['/rest/files/early', '/rest/files/late']);
    expect(await cache.keys()).toHaveLength(0);
  });

  it('[FILE-4.6] nothing stays of a session that ends during a download', async () => {
    await add('plain');
    cache.stored = () => session.session.clear();
    await slice();
    expect(await cache.keys()).toHaveLength(0);
    expect(await slice()).toBe('wait');
    expect(asked).toHaveLength(1);
  });

  it('[FILE-4.1] a token that has ended is renewed; without a session nothing more is asked', async () => {
    await add('a');
    await add('b');
    const { fetch } = packing;
    let isFresh = false;
    const expired: Packing['fetch'] = async (one) => {
      const response = await fetch(one);
      return isFresh ? response : 401;
    };
    packing = { ...packing, fetch: expired };
    expect(await slice()).toBe('failed');
    expect(asked).toHaveLength(1);
    const renew = async () => {
      isFresh = true;
      return true;
    };
    packing = { ...packing, renew };
    expect(await slice()).toBe('done');
    expect(await cache.keys()).toHaveLength(2);
  });

  it('[FILE-4.6] a file that the server refuses is left out, and the others come', async () => {
    await add('a', { created_at: '2026-03-02T00:00:00Z' });
    await add('b');
    const { fetch } = packing;
    packing = { ...packing, fetch: async (one) => (one.endsWith('/a') ? 404 : fetch(one)) };
    expect(await slice()).toBe('done');
    expect(await packingState(device.db)).toMatchObject({ refused: 1, left: 0 });
    expect(await cache.keys()).toHaveLength(1);
  });
});

type FakeCache = ReturnType<typeof fakeCache>;

/** The part of a browser's cache that packing uses. */
function fakeCache() {
  const entries = new Map<string, Response>();
  const pathOf = (place: string | Request) => {
    const { pathname, search } = new URL(typeof place === 'string' ? place : place.url, ORIGIN);
    return `${pathname}${search}`;
  };
  const fake = {
    stored: (): Promise<void> | void => undefined,
    put: async (place: string, response: Response) => {
      entries.set(pathOf(place), response);
      await fake.stored();
    },
    match: async (place: string | Request) => entries.get(pathOf(place)),
    keys: async () => [...entries.keys()].map((path) => new Request(new URL(path, ORIGIN))),
    delete: async (place: string) => entries.delete(pathOf(place)),
    clear: async () => {
      entries.clear();
      return true;
    },
  };
  return fake;
}

const ORIGIN = 'http://cairn.test';
