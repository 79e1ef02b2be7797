import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import type { Call } from '../../../sync/browser/http.ts';
import type { Reply } from '../../../sync/core/ports/transport.ts';
import { accountDb, STORE_WRITER } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { sealDrafts } from '../../../sync/store/kept-drafts.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { openStore } from '../../../sync/store/seal-kept.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { NO_BOARD, startAccount } from '../../../sync/worker/account-engine.ts';
import { workerApi } from '../../../sync/worker/worker-api.ts';
import { fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { workerParts } from '../support/worker-parts.ts';

const PATH = 'api/session/sealing-key/';
const SOON = { withinMs: 10_000 };
const NETWORK = { ok: false, failure: { kind: 'network' } } as const;

describe('encrypted work of a person who signs in again', () => {
  let setup: Setup;
  let device: DeviceDb;
  let keys: SealingKeys;
  let record: AccountRecord;
  let asked: Call[];
  let answer: Reply<unknown>;

  beforeEach(async () => {
    setup = await setUp();
    device = deviceDb();
    keys = await newSealingKeys();
    asked = [];
    answer = { ok: true, value: { status: 200, data: keys } };
    await rememberSession(device, signedIn());
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    record = here;
    await fillStore(record.dbName);
    await device.session.clear();
    await trimLocked(device, memoryJournal());
  });
  afterEach(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    await setup.end();
  });

  const signedIn = () => ({ ...session('7', ['1']), sealing_key: keys.public_key });

  /** Server that responds only to the request for the key. */
  function parts(userId: string | (() => string) = '7') {
    const signedInAs = typeof userId === 'string' ? () => userId : userId;
    const call = async (sent: Call) => {
      if (sent.path === PATH) asked.push(sent);
      return sent.path === PATH ? answer : NETWORK;
    };
    const own = workerParts(setup);
    return {
      ...own,
      http: { ...own.http, call },
      session: {
        ...own.session,
        signIn: async () => ({ ok: true, value: signedIn() }) as const,
        refresh: async () => NETWORK,
        token: (of?: string) =>
          of === undefined || of === signedInAs() ? `of ${signedInAs()}` : undefined,
      },
    };
  }

  async function inStore<T>(work: (db: ReturnType<typeof accountDb>) => Promise<T>): Promise<T> {
    const db = accountDb(record.dbName);
    return work(db).finally(() => db.dexie.close());
  }
  const kept = () => inStore((db) => db.sealed.count());
  const notices = () => inStore((db) => db.notices.toArray());
  const enter = () =>
    workerApi(parts()).signIn(
      { email: 'ada@field.test', password: 'x', shared: false },
      { keyId: undefined },
    );

  it('[CLIENT-9.6] is decrypted with their own token before their account is read', async () => {
    expect(await enter()).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ method: 'GET', token: 'of 7' }]);
    expect(await kept()).toBe(0);
    expect(await inStore((db) => db.outbox.count())).toBe(2);
    expect(await device.accounts.get(record.key)).not.toHaveProperty('trimmed');
  });

  it('[CLIENT-9.6] is decrypted again when another tab has encrypted it during the sign-in', async () => {
    const own = parts();
    const { lock } = own.machine;
    let isFirst = true;
    const run: typeof lock.run = async (name, wait, work) => {
      const result = await lock.run(name, wait, work);
      if (isFirst) await trimLocked(device, memoryJournal());
      isFirst = false;
      return result;
    };
    const api = workerApi({ ...own, machine: { ...own.machine, lock: { run } } });
    const credentials = { email: 'ada@field.test', password: 'x', shared: false };
    expect(await api.signIn(credentials, { keyId: undefined })).toMatchObject({ ok: true });
    expect(await kept()).toBe(0);
    expect(await inStore((db) => db.outbox.count())).toBe(2);
    expect(await device.accounts.get(record.key)).not.toHaveProperty('trimmed');
  });

  it('[CLIENT-9.6] stays and is reported when the key cannot be read, blocks no sign-in, and is decrypted at a later start', async () => {
    answer = NETWORK;
    expect(await enter()).toMatchObject({ ok: true });
    expect(await notices()).toMatchObject([{ kind: 'kept-locked', unsent: 4 }]);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
    await expect(startAccount(parts(), record, NO_BOARD)).rejects.toThrow('cannot be opened yet');
    answer = { ok: true, value: { status: 200, data: keys } };
    const account = await startAccount(parts(), record, NO_BOARD);
    account.stop();
    expect(await kept()).toBe(0);
    expect(await notices()).toEqual([]);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
  });

  it('[CLIENT-9.6] stays and is marked as lost when the server has another key by now', async () => {
    answer = { ok: true, value: { status: 200, data: await newSealingKeys() } };
    await enter();
    const account = await startAccount(parts(), record, NO_BOARD);
    account.stop();
    expect(await kept()).toBeGreaterThan(0);
    expect(await notices()).toMatchObject([{ kind: 'kept-lost', unsent: 4 }]);
    expect(asked, 'it is asked for again at a sign-in, not at each start').toHaveLength(1);
    expect(await inStore(async (db) => await db.meta.get('writer'))).toMatchObject({
      minWriter: STORE_WRITER,
    });
  });

  it('[CLIENT-9.6] is decrypted once its person has signed in in place of somebody else', async () => {
    let user = '8';
    const own = parts(() => user);
    const refresh = async () => ({ ok: true, value: session(user, ['1']) }) as const;
    const api = workerApi({ ...own, session: { ...own.session, refresh } });
    await api.open(record.key);
    expect(await kept()).toBeGreaterThan(0);
    user = '7';
    await api.open(record.key);
    expect(await kept()).toBe(0);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
    expect(await notices()).toEqual([]);
    await api.close();
  });

  it('[CLIENT-9.6] of an organisation that is not open is decrypted after the sign-in as well', async () => {
    let user = '8';
    const own = parts(() => user);
    const refresh = async () => ({ ok: true, value: session(user, ['1']) }) as const;
    const elsewhere = {
      ...record,
      key: '7:2',
      orgId: '2',
      dbName: 'elsewhere',
      trimmed: undefined,
    };
    await device.accounts.put(elsewhere);
    await device.session.put({ id: 'current', userId: '7', accountKey: elsewhere.key });
    const api = workerApi({ ...own, session: { ...own.session, refresh } });
    await api.open(elsewhere.key);
    await waitUntil('the sender has started', async () => (await notices()).length > 0, SOON);
    user = '7';
    await api.open(elsewhere.key);
    await waitUntil('it is decrypted', async () => (await kept()) === 0, SOON);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
    await api.close();
  });

  it('[CLIENT-14.2] contains drafts that are decrypted when the store is not encrypted any more', async () => {
    const key = `${record.key}:comment:1`;
    const draft = { key, account: record.key, text: '{"text":"Half a sentence"}', at: 5 };
    await device.drafts.put(draft);
    const sealing = { account: record.key, publicKey: keys.public_key, journal: memoryJournal() };
    await sealDrafts(device, sealing);
    await rememberSession(device, signedIn());
    // Killed after the store was decrypted, before the drafts were.
    await inStore((db) => openStore(db, keys));
    answer = NETWORK;
    (await startAccount(parts(), record, NO_BOARD)).stop();
    expect(await device.sealedDrafts.count(), 'the engine starts without the server').toBe(1);
    answer = { ok: true, value: { status: 200, data: keys } };
    (await startAccount(parts(), record, NO_BOARD)).stop();
    expect(await device.sealedDrafts.count()).toBe(0);
    expect(await device.drafts.toArray()).toMatchObject([{ text: draft.text }]);
    expect(await notices()).toEqual([]);
  });

  it('[CLIENT-9.6] is not decrypted for another person who is signed in', async () => {
    const starting = startAccount(parts('8'), record, NO_BOARD);
    await starting.then(({ stop }) => stop()).catch(() => undefined);
    expect(asked).toEqual([]);
    expect(await kept()).toBeGreaterThan(0);
  });
});
