import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountCalls } from '../../../sync/client/account-calls.ts';
import { finishDeletion } from '../../../sync/client/forget-accounts.ts';
import { lostOnSharedComputer, sharedComputer } from '../../../sync/client/shared-computer.ts';
import { signOutHere } from '../../../sync/client/sign-out.ts';
import { marksOf } from '../../../sync/store/closing.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
  withNames,
} from '../../../sync/store/device-db.ts';
import { rememberSession, type SignInMode } from '../../../sync/store/remember-session.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { keepShot } from '../../../sync/store/shots.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { listLockedAccounts } from '../../../sync/store/queries/locked-accounts.ts';
import { renameItem } from '../support/items.ts';
import { session } from '../support/session-data.ts';

describe('signing out', () => {
  let device: DeviceDb;
  let record: AccountRecord;
  let marks: Map<string, string>;

  beforeEach(async () => {
    marks = new Map();
    vi.stubGlobal('localStorage', storage(marks));
    vi.stubGlobal('sessionStorage', storage(new Map()));
    vi.stubGlobal('window', { setTimeout });
    device = deviceDb();
    await enter();
    await write(record, 1);
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await device.dexie.delete();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });

  /** Signs in again with the shared-computer mode; returns the function that closes the page with the key. */
  async function enterShared(): Promise<() => void> {
    await device.dexie.delete();
    for (const name of await stores()) indexedDB.deleteDatabase(name);
    device = deviceDb();
    const { keyId, key } = newDeviceKey();
    const release = keepKey(keyId, key);
    await enter({ keyId });
    await write(record, 1);
    return release;
  }

  async function enter(mode?: SignInMode): Promise<void> {
    await rememberSession(device, session('7', ['1']), mode);
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    record = here;
  }

  it('removes everything before the server has responded', async () => {
    marks.set('last-board:7:1', 'x');
    void signOutHere(page({ endSession: never }), { unsent: 'discard' });
    await expect.poll(stores).toEqual([]);
    expect(await currentAccount(device)).toBeUndefined();
    expect(marks.size).toBe(0);
  });

  it('[CLIENT-9.1] continues at the next start when the page is closed right after it', async () => {
    void signOutHere(page({ close: never }), { unsent: 'discard' });
    await expect.poll(() => currentAccount(device)).toBeUndefined();
    expect(await stores()).toEqual([record.dbName]);
    await finishDeletion(device);
    expect(await stores()).toEqual([]);
    expect(await device.leaving.count()).toBe(0);
  });

  it('continues at the next start, once the tab that is closing has released the lock', async () => {
    void signOutHere(page({ close: never }), { unsent: 'discard' });
    await expect.poll(() => currentAccount(device)).toBeUndefined();
    const closing = Promise.withResolvers<undefined>();
    const held = navigator.locks.request('cairn-leaving', () => closing.promise);
    const finished = finishDeletion(device);
    closing.resolve(undefined);
    await Promise.all([held, finished]);
    expect(await stores()).toEqual([]);
  });

  it('continues at the next start of a shared computer, whatever was written in between', async () => {
    await enterShared();
    await device.accounts.update(record.key, { unsent: 1 });
    void signOutHere(page({ close: never }), { unsent: 'none' });
    await expect.poll(() => currentAccount(device)).toBeUndefined();
    await finishDeletion(device);
    expect(await stores()).toEqual([]);
    expect(await listLockedAccounts(device)).toEqual([]);
  });

  it('[CLIENT-1.2] of a shared computer whose key is lost continues where it was interrupted, and reports the loss', async () => {
    const release = await enterShared();
    await device.accounts.update(record.key, { unsent: 1, shots: 1 });
    release();
    marks.set('cairn-shared-computer', '1');
    const resume = await suspendedTab(record.dbName);
    void sharedComputer(device).checked;
    // Other pages have half a second to respond with the key.
    await expect.poll(() => currentAccount(device), { timeout: 20_000 }).toBeUndefined();
    expect(lostOnSharedComputer()).toBe(2);
    resume();
    await finishDeletion(device);
    expect(await stores()).toEqual([]);
  });

  it('[CLIENT-1.2] of a shared computer leaves no readable name or address', async () => {
    const release = await enterShared();
    const stored = JSON.stringify(await device.accounts.toArray());
    expect(stored).not.toMatch(/Ada|field\.test|Organisation 1/);
    expect(await withNames(record)).toMatchObject({
      displayName: 'Ada Fieldwright',
      email: 'ada@field.test',
    });
    release();
  });

  it('never sends discarded work, also when a frozen tab keeps the store open', async () => {
    const resume = await suspendedTab(record.dbName);
    void signOutHere(page(), { unsent: 'discard' });
    await expect.poll(() => currentAccount(device)).toBeUndefined();
    const before = record.dbName;
    await enter();
    expect(record).toMatchObject({ unsent: 0, hadData: false });
    expect(record.dbName).not.toBe(before);
    const db = accountDb(record.dbName);
    expect(await db.outbox.count()).toBe(0);
    db.dexie.close();
    resume();
    await finishDeletion(device);
    expect(await stores()).toEqual([record.dbName]);
  });

  it('does nothing to a person who has signed in in another tab meanwhile', async () => {
    await rememberSession(device, session('8', ['1']));
    const before = await stores();
    expect(await signOutHere(page(), { unsent: 'discard' })).toBe(true);
    expect(await currentAccount(device)).toMatchObject({ userId: '8' });
    expect(await stores()).toEqual(before);
    expect(await device.accounts.get(record.key)).toMatchObject({ dbName: record.dbName });
  });

  it('ends no session of a person who signs in during the call that ends pushes', async () => {
    marks.set('message_token', 'x');
    const forgetPush = async () => {
      await rememberSession(device, session('8', ['1']));
      return { ok: true, value: {} } as const;
    };
    expect(await signOutHere(page({ forgetPush }), { unsent: 'discard' })).toBe(true);
    expect(await currentAccount(device)).toMatchObject({ userId: '8' });
    expect(await device.ending.count()).toBe(0);
    expect(await stores()).not.toContain(record.dbName);
  });

  it('discards nothing that another tab writes during the call that ends pushes', async () => {
    await empty(record);
    marks.set('message_token', 'x');
    const forgetPush = async () => {
      await write(record, 2);
      return { ok: true, value: { message: 'Done' } } as const;
    };
    expect(await signOutHere(page({ forgetPush }), { unsent: 'none' })).toBe(false);
    expect(await currentAccount(device)).toMatchObject({ key: record.key, unsent: 1 });
    expect(await stores()).toEqual([record.dbName]);
    // The next change is written as usual.
    await write(record, 3);
    expect(await signOutHere(page(), { unsent: 'discard' })).toBe(true);
    expect(await stores()).toEqual([]);
  });

  it('[CLIENT-9.2] lets no tab write changes that would be lost unseen', async () => {
    await empty(record);
    const here = await device.session.get('current');
    const leaving = await markForDeletion(device, {
      accounts: [record],
      session: here,
      ifEmpty: true,
    });
    expect(await deleteIfEmpty(device, leaving, { session: here })).toBe(true);
    await expect(write(record, 2)).rejects.toMatchObject({ code: 'schema_too_old' });
  });

  it('[CLIENT-14.5] removes no half-typed text that its person was not asked about', async () => {
    await empty(record);
    const draft = { key: `${record.key}:comment:1`, account: record.key, text: 'Half', at: 1 };
    await device.drafts.put(draft);
    expect(await signOutHere(page(), { unsent: 'none' })).toBe(false);
    expect(await currentAccount(device)).toMatchObject({ key: record.key });
    expect(await device.drafts.toArray()).toEqual([draft]);
    expect(
      await signOutHere(page(), {
        unsent: 'none',
        drafts: new Set(await marksOf(device, [record.key])),
      }),
    ).toBe(true);
    expect([await device.drafts.count(), await stores()]).toEqual([0, []]);
  });

  it('[CLIENT-14.5] removes no half-typed text and no photo with discarded changes that its person was not asked about', async () => {
    const draft = { key: `${record.key}:comment:1`, account: record.key, text: 'Half', at: 1 };
    await device.drafts.put(draft);
    const drafts = new Set(await marksOf(device, [record.key]));
    // Typed on in another tab, after the question.
    await device.drafts.put({ ...draft, text: 'Half a', at: 2 });
    expect(await signOutHere(page(), { unsent: 'discard', drafts })).toBe(false);
    const later = new Set(await marksOf(device, [record.key]));
    const db = accountDb(record.dbName);
    const content = new File(['Photo'], 'photo.jpg');
    await keepShot(db, { id: 'a', content, at: 1, place: 'task:1' });
    db.dexie.close();
    expect(await signOutHere(page(), { unsent: 'discard', drafts: later })).toBe(false);
    expect(await currentAccount(device)).toMatchObject({ key: record.key });
    expect(await signOutHere(page(), { unsent: 'discard', drafts: later, shots: 1 })).toBe(true);
    expect([await device.drafts.count(), await stores()]).toEqual([0, []]);
  });

  it('keeps undecided work locked after an interruption', async () => {
    await empty(record);
    marks.set('message_token', 'x');
    const forgetPush = async () => {
      await write(record, 2);
      return { ok: true, value: {} } as const;
    };
    void signOutHere(page({ forgetPush, close: never }), { unsent: 'none' });
    await expect.poll(() => currentAccount(device)).toBeUndefined();
    await finishDeletion(device);
    expect(await currentAccount(device)).toBeUndefined();
    expect(await listLockedAccounts(device)).toMatchObject([{ key: record.key, unsent: 1 }]);
    await enter();
    const db = accountDb(record.dbName);
    expect(await db.outbox.toArray()).toMatchObject([{ seq: 2 }]);
    db.dexie.close();
  });

  it('keeps work locked that the person chose to keep', async () => {
    await device.accounts.update(record.key, { unsent: 1 });
    expect(await signOutHere(page(), { unsent: 'keep' })).toBe(true);
    await finishDeletion(device);
    expect(await stores()).toEqual([record.dbName]);
    expect(await listLockedAccounts(device)).toMatchObject([{ key: record.key, unsent: 1 }]);
  });

  interface Page {
    readonly close?: () => Promise<void>;
    readonly endSession?: () => Promise<boolean>;
    readonly forgetPush?: () => Promise<{ readonly ok: true; readonly value: unknown }>;
  }

  function page({ close = nothing, endSession = ended, forgetPush = nothingAsked }: Page = {}) {
    const api = { close, endSession, open: nothing };
    return {
      device,
      api,
      // A closed page releases its lock.
      alone: <T>(work: () => Promise<T>) => work(),
      own: accountCalls(forgetPush),
      userId: '7',
      left: () => undefined,
    };
  }
});

/** Writes as a tab with an open store does. */
async function write(record: AccountRecord, seq: number): Promise<void> {
  const db = accountDb(record.dbName);
  const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target };
  try {
    await dexieStore(db, ids).write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putOutbox([renameItem(seq, 'a')]),
    );
  } finally {
    db.dexie.close();
  }
}

async function empty(record: AccountRecord): Promise<void> {
  const db = accountDb(record.dbName);
  await db.outbox.clear();
  db.dexie.close();
}

/** Frozen tab with an open store; returns the function that resumes it. */
function suspendedTab(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(() => request.result.close()));
    request.addEventListener('error', () => reject(new Error('Not opened')));
  });
}

async function stores(): Promise<readonly string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => /^cairn-(account|sealed)/.test(name));
}

function storage(kept: Map<string, string>) {
  return new Proxy(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
}

async function nothing(): Promise<void> {}

async function ended(): Promise<boolean> {
  return true;
}

async function nothingAsked() {
  return { ok: true, value: {} } as const;
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
