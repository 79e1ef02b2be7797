import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { earlyAccount } from '../../../sync/client/early-account.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';

const ACCOUNT = { key: '7:1', dbName: 'cairn-account-7-1' };
let stored: Map<string, string>;

describe('the account that a browser showed last', () => {
  beforeEach(async () => {
    stored = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    });
    const db = accountDb(ACCOUNT.dbName);
    await db.meta.put({ key: 'writer', minWriter: 1 });
    db.dexie.close();
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    for (const { name } of await indexedDB.databases()) await Dexie.delete(name ?? '');
  });

  it('is open at the next start, for this account alone and only once', async () => {
    earlyAccount().shown(ACCOUNT);
    const early = earlyAccount();
    expect([early.isExpected, early.accountKey]).toEqual([true, '7:1']);
    expect(early.db('cairn-account-7-2')).toBeUndefined();
    const db = await early.db(ACCOUNT.dbName);
    expect(await db?.meta.count()).toBe(1);
    early.shown(ACCOUNT);
    expect(early.db(ACCOUNT.dbName)).toBeUndefined();
    expect(db?.dexie.isOpen()).toBe(true);
    db?.dexie.close();
  });

  it('is closed when it turns out that another account, or nobody, is signed in', async () => {
    for (const next of [undefined, { key: '8:1', dbName: 'cairn-account-8-1' }]) {
      earlyAccount().shown(ACCOUNT);
      const early = earlyAccount();
      const db = await early.db(ACCOUNT.dbName);
      early.shown(next);
      await vi.waitFor(() => expect(db?.dexie.isOpen()).toBe(false));
    }
    expect(earlyAccount().accountKey).toBe('8:1');
  });

  it('is not expected after a sign-out, on a new device, or where its store is encrypted', () => {
    expect(earlyAccount().isExpected).toBe(false);
    const early = earlyAccount();
    early.shown(ACCOUNT);
    early.shown(undefined);
    expect([earlyAccount().isExpected, stored.size]).toEqual([false, 0]);
    early.shown({ key: '7:1', dbName: sealedName('k1', '7', '1') });
    expect([earlyAccount().isExpected, stored.size]).toEqual([false, 0]);
  });
});
