/** Half-typed texts of people who are not signed in, and of those who sign in again. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { finishRemovals, trimOthers } from '../../../sync/client/forget-accounts.ts';
import { lostAccess } from '../../../sync/client/lost-access.ts';
import { sharedComputer } from '../../../sync/client/shared-computer.ts';
import { marksOf } from '../../../sync/store/closing.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { departAccounts } from '../../../sync/store/departures.ts';
import { DRAFT_PREFIX, openDrafts as openOfPage } from '../../../sync/store/drafts.ts';
import { openDrafts, sealDrafts } from '../../../sync/store/kept-drafts.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { openAtSignIn } from '../../../sync/worker/open-kept.ts';
import { fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

let keys: SealingKeys;
let device: DeviceDb;
let record: AccountRecord;
let form: string;

beforeEach(async () => {
  keys = await newSealingKeys();
  device = deviceDb();
  vi.stubGlobal('localStorage', memoryJournal());
  vi.stubGlobal('caches', { keys: async () => [], delete: async () => true });
  await signIn();
  form = `${record.key}:comment:1`;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

async function signIn(): Promise<void> {
  await rememberSession(device, { ...session('7', ['1']), sealing_key: keys.public_key });
  const here = await currentAccount(device);
  if (here === undefined) throw new Error('Nobody is signed in');
  record = here;
}

const typed = (text: string, at: number) =>
  device.drafts.put({ key: form, account: record.key, text: JSON.stringify({ text }), at });
const sealAll = async () => {
  await device.session.clear();
  const sealing = { account: record.key, publicKey: keys.public_key, journal: memoryJournal() };
  await sealDrafts(device, sealing);
  await signIn();
};
const stored = async () => (await device.drafts.toArray()).map(({ text }) => text);
const settled = () => expect.poll(() => stored().then((texts) => texts.length));

describe('drafts that are decrypted', () => {
  it('[CLIENT-14.2] after a page has read the drafts are not replaced by what is typed there, and open next', async () => {
    await typed('An hour of typing', 5);
    await sealAll();
    const page = await openOfPage(device, record.key, memoryJournal());
    expect(page.read('comment:1')).toBeUndefined();
    await openDrafts(device, [record.key], keys);
    await page.readRestored();
    // The form is open and empty.
    page.write('comment:1', JSON.stringify({ text: 'x' }));
    await settled().toBe(2);
    expect((await stored()).join(' ')).toContain('An hour of typing');
    // Sent: the form that opens next begins with the other text.
    page.remove('comment:1');
    expect(page.has('comment:1')).toBe(true);
    expect(page.read('comment:1')).toContain('An hour of typing');
    page.write('comment:1', JSON.stringify({ text: 'An hour of typing, and more' }));
    await settled().toBe(1);
    page.remove('comment:1');
    await settled().toBe(0);
    expect(page.has('comment:1')).toBe(false);
  });

  it('[CLIENT-14.2] are read by a page that opens later', async () => {
    await typed('An hour of typing', 5);
    await sealAll();
    await openDrafts(device, [record.key], keys);
    const page = await openOfPage(device, record.key, memoryJournal());
    expect(page.all()).toMatchObject([{ id: 'comment:1' }]);
    expect(page.read('comment:1')).toContain('An hour of typing');
    page.remove('comment:1');
    await settled().toBe(0);
  });

  it('[CLIENT-14.2] are the newest of a form, and the others stay encrypted until it is gone', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (const [text, at] of [
        ['older', 5],
        ['newer', 9],
      ] as const) {
        await typed(text, at);
        await sealAll();
      }
      await openDrafts(device, [record.key], keys);
      expect(await stored()).toEqual([JSON.stringify({ text: 'newer' })]);
      expect(await device.sealedDrafts.count()).toBe(1);
      await device.drafts.clear();
      await openDrafts(device, [record.key], keys);
      expect(await stored()).toEqual([JSON.stringify({ text: 'older' })]);
      await device.drafts.clear();
    }
  });

  it('[CLIENT-14.2] are all but the damaged ones, which stay', async () => {
    for (const one of ['1', '2', '3']) {
      form = `${record.key}:comment:${one}`;
      await typed(`Text ${one}`, 5);
    }
    await sealAll();
    const [first] = await device.sealedDrafts.toArray();
    await device.sealedDrafts.update(first?.id ?? '', { bytes: new Uint8Array(50) });
    await openDrafts(device, [record.key], keys);
    expect(await device.drafts.count()).toBe(2);
    expect(await device.sealedDrafts.count()).toBe(1);
  });
});

describe('drafts that only local storage has', () => {
  const entry = (text: string, at: number) =>
    JSON.stringify({ at, text: JSON.stringify({ text }) });
  /** Local storage of a browser, whose entries are its own properties. */
  function storageWith(marks: Readonly<Record<string, string>>) {
    const storage = Object.assign(Object.create(memoryJournal(marks)), marks, {
      key: (index: number) => names()[index] ?? null,
      getItem: (name: string) =>
        names().includes(name) ? String(Reflect.get(storage, name)) : null,
      removeItem: (name: string) => Reflect.deleteProperty(storage, name),
    });
    const names = () => Object.keys(storage).filter((name) => name.startsWith(DRAFT_PREFIX));
    vi.stubGlobal('localStorage', storage);
    return names;
  }

  it('[CLIENT-14.3] are on the disk before the entries of a departed account are removed', async () => {
    const names = storageWith({ [DRAFT_PREFIX + form]: entry('Typed last', 6) });
    await fillStore(record.dbName);
    await departAccounts(device, {
      accounts: [record],
      reason: 'deactivated',
      keepsUnsent: true,
      at: 5,
    });
    await finishRemovals(device);
    expect(names()).toEqual([]);
    expect(JSON.stringify(await device.departures.toArray())).toContain('Typed last');
  });

  it('[CLIENT-14.3] stay on a device that has never received a key of their person', async () => {
    const names = storageWith({ [DRAFT_PREFIX + form]: entry('Typed last', 6) });
    await fillStore(record.dbName);
    await device.accounts.update(record.key, { sealingKey: undefined });
    await device.session.clear();
    await trimOthers(device);
    expect(names()).toEqual([]);
    expect(await stored()).toEqual([JSON.stringify({ text: 'Typed last' })]);
  });

  it('[CLIENT-14.3] are encrypted when a frozen tab has typed after the account was reduced', async () => {
    await fillStore(record.dbName);
    await device.session.clear();
    await trimLocked(device, memoryJournal());
    const names = storageWith({ [DRAFT_PREFIX + form]: entry('Typed last', 6) });
    await trimOthers(device);
    expect(names()).toEqual([]);
    expect([await device.drafts.count(), await device.sealedDrafts.count()]).toEqual([0, 1]);
  });
});

describe('drafts of a person with nothing unsent', () => {
  const left = async () => [await device.drafts.count(), await device.sealedDrafts.count()];

  it('[CLIENT-9.4] stay encrypted when another person signs in over the ended session', async () => {
    await typed('An hour of typing', 5);
    await rememberSession(device, session('8', ['1']), { keyId: undefined });
    await trimOthers(device);
    expect(await left()).toEqual([0, 1]);
    expect(await device.accounts.get(record.key)).toMatchObject({ trimmed: true, orgName: '' });
    await trimOthers(device);
    expect(await left()).toEqual([0, 1]);
  });

  it('[CLIENT-9.4] stay when only local storage has them', async () => {
    localStorage.setItem(DRAFT_PREFIX + form, JSON.stringify({ at: 5, text: '{"text":"Last"}' }));
    await rememberSession(device, session('8', ['1']), { keyId: undefined });
    await trimOthers(device);
    expect(await left()).toEqual([0, 1]);
  });

  it('[CLIENT-9.4] stay when the person keeps their work of another organisation', async () => {
    await rememberSession(device, { ...session('7', ['1', '2']), sealing_key: keys.public_key });
    await fillStore(record.dbName);
    form = '7:2:comment:1';
    await device.drafts.put({ key: form, account: '7:2', text: '{"text":"Half"}', at: 5 });
    await device.session.clear();
    await trimOthers(device);
    expect(await left()).toEqual([0, 1]);
    expect(await device.accounts.count()).toBe(2);
  });

  it('[CLIENT-9.2] are counted in the decision to delete a store, and those of an account that has returned are not', async () => {
    const mark = () => markForDeletion(device, { accounts: [record], ifEmpty: true });
    await typed('An hour of typing', 5);
    const stores = await mark();
    expect(await deleteIfEmpty(device, stores)).toBe(false);
    expect(await device.accounts.get(record.key)).toMatchObject({ dbName: record.dbName });
    const db = accountDb(record.dbName);
    expect(await db.meta.get('writer')).not.toMatchObject({ minWriter: Number.MAX_SAFE_INTEGER });
    db.dexie.close();
    const drafts = new Set(await marksOf(device, [record.key]));
    expect(await deleteIfEmpty(device, await mark(), { drafts })).toBe(true);
    expect(await left()).toEqual([0, 0]);
    await signIn();
    await typed('Typed after the next sign-in', 6);
    const before = await device.leaving.toArray();
    expect(await deleteIfEmpty(device, before)).toBe(true);
    expect(await left()).toEqual([1, 0]);
  });

  it('[CLIENT-10] stay when the person has read that an organisation is gone', async () => {
    await typed('An hour of typing', 5);
    await lostAccess({ device, opened: new Map() }).understoodLoss(record);
    expect(await left()).toEqual([1, 0]);
    await device.drafts.clear();
    localStorage.setItem(DRAFT_PREFIX + form, JSON.stringify({ at: 5, text: '{"text":"Last"}' }));
    await lostAccess({ device, opened: new Map() }).understoodLoss(record);
    expect(await left()).toEqual([1, 0]);
  });
});

describe('drafts of an account that has left the device', () => {
  const depart = (keepsUnsent = true) =>
    departAccounts(device, { accounts: [record], reason: 'deactivated', keepsUnsent, at: 5 });
  const shown = async () => JSON.stringify(await device.departures.toArray());
  const sealOf = async (text: string) => {
    await typed(text, 5);
    await sealAll();
  };
  /** The person signs in, in whatever organisation. */
  const openAll = () => {
    const reply = { ok: true, value: { status: 200, data: keys } } as const;
    return openAtSignIn(
      {
        device,
        session: { token: () => 'of 7', refresh: async () => NETWORK },
        http: { call: async () => reply },
        machine: {
          clock: { now: () => 9 },
          lock: { run: (_name, _wait, work) => Promise.resolve(work(true)) },
        },
      },
      '7',
    );
  };

  it('[CLIENT-10.5] are waited for while they are encrypted, and are copied to the departure after a sign-in', async () => {
    await sealOf('An hour of typing');
    await depart();
    await finishRemovals(device);
    expect(await device.leaving.count()).toBe(1);
    await openAll();
    await finishRemovals(device);
    expect(await shown()).toContain('An hour of typing');
    expect([
      await device.leaving.count(),
      await device.drafts.count(),
      await device.sealedDrafts.count(),
    ]).toEqual([0, 0, 0]);
  });

  it('[CLIENT-10.5] are kept with those that an earlier attempt has copied', async () => {
    await sealOf('An hour of typing');
    form = `${record.key}:comment:2`;
    await typed('Another text', 6);
    await depart();
    await finishRemovals(device);
    await openAll();
    await finishRemovals(device);
    expect(await shown()).toMatch(/Another text.*An hour of typing/);
  });

  it('[CLIENT-10.6] are deleted, encrypted ones too, when the person asked for everything to be removed', async () => {
    await sealOf('An hour of typing');
    await depart(false);
    await finishRemovals(device);
    expect(await device.leaving.count()).toBe(0);
    expect(await device.sealedDrafts.count()).toBe(0);
    expect(await shown()).not.toContain('An hour of typing');
  });
});

const NETWORK = { ok: false, failure: { kind: 'network' } } as const;

it('[CLIENT-14.4] drafts of an ordinary session are not encrypted under the key of a shared session that the page still has', async () => {
  vi.stubGlobal('sessionStorage', memoryJournal());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const shared = sharedComputer(device);
  const page = await shared.session();
  const keyId = page.begin();
  await rememberSession(device, session('7', ['1']), { keyId });
  await shared.follow();
  expect(await shared.draftCodec()).toBeDefined();
  // Somebody accepts an invitation in this page.
  await rememberSession(device, session('8', ['1']));
  await shared.follow();
  expect(await shared.draftCodec()).toBeUndefined();
  page.leave();
});
