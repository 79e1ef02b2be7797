import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { todoRename } from '../../../model/mutations/todo/todo-rename.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { inEnglish } from '../../../model/shared/message.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { type AccountRecord, deviceDb } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { importUnsent } from '../../../sync/store/import-unsent.ts';
import { copyUnsent } from '../../../sync/store/unsent-copy.ts';

const ID = '0198c000-0000-7000-8000-000000000001';
const OTHER_ID = '0198c000-0000-7000-8000-000000000002';
const IDS = { now: () => 1_000, randomBytes: (target: Uint8Array) => target.fill(7) };
const flags = { get_access: true, post_access: true, patch_access: true, delete_access: true };
const record: AccountRecord = {
  key: '3:1',
  userId: '3',
  orgId: '1',
  orgUserId: '7',
  orgName: 'Field Work',
  displayName: 'Ada',
  email: 'ada@field.test',
  level: 'Level 1',
  specialRole: false,
  access: flags,
  dbName: 'one',
  hadData: true,
  unsent: 0,
};
const actor: Actor = {
  ...flags,
  orgId: '1',
  orgUserId: '7',
  userId: '3',
  level: 'Level 1',
  specialRole: false,
};

describe('a downloaded copy of unsent work', () => {
  it('restores every change on a device that lost them, once, however often it is imported', async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    await here.write(todoRename, { id: ID, name: 'Buy two ropes' });
    const copy = (await here.copy()).file;
    const there = device();
    expect(await there.importCopy(copy)).toMatchObject({ imported: 2, known: 0, refused: [] });
    expect(await there.db.dexie.table('todos').get(ID)).toMatchObject({ name: 'Buy two ropes' });
    expect(await there.db.outbox.count()).toBe(2);
    expect(await there.importCopy(copy)).toMatchObject({ known: 1 });
    expect(await there.db.dexie.table('todos').count()).toBe(1);
  });

  it('reports refused changes with their reasons, and imports the others', async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const text = JSON.parse(await (await here.copy()).file.text());
    text.accounts[0].mutations.push(
      { name: 'todo-rename', args: { id: 'gone', name: 'Nothing' } },
      { name: 'from-the-future', args: {} },
    );
    const there = device();
    const report = await there.importCopy(new Blob([JSON.stringify(text)]));
    expect(report.imported).toBe(1);
    expect(report.refused.map(({ what }) => inEnglish(what))).toEqual([
      'Rename todo to "Nothing"',
      'from-the-future',
    ]);
  });

  it("refuses somebody else's copy, another organisation's, and files that are none", async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const there = device();
    for (const other of [{ userId: '4' }, { orgId: '2' }]) {
      const copy = (await here.copy(other)).file;
      await expect(there.importCopy(copy)).rejects.toMatchObject({ code: 'forbidden' });
    }
    for (const text of ['', 'null', '[]', '{"kind":"cairn-unsent-work"}', '{"accounts":[]}']) {
      await expect(there.importCopy(new Blob([text]))).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await there.db.outbox.count()).toBe(0);
  });
});

describe('a copy of unsent work in a replaced database', () => {
  it('[CLIENT-6.2] has the replaced database’s changes before those of the new store, and restores both', async () => {
    const here = device();
    await here.inFormer(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    await here.write(todoRename, { id: ID, name: 'Buy two ropes' });
    const { file, missing } = await here.copy();
    expect(missing).toEqual([]);
    const there = device();
    expect(await there.importCopy(file)).toMatchObject({ imported: 2, known: 0, refused: [] });
    expect(await there.db.dexie.table('todos').get(ID)).toMatchObject({ name: 'Buy two ropes' });
  });

  it('[CLIENT-6.2] does not list a replaced database as missing that was sent and deleted meanwhile', async () => {
    const here = device();
    await here.inFormer(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const { file, missing } = await here.copy({}, (name) => {
      if (name !== 'former') return false;
      void here.known.former.delete('former');
      return true;
    });
    expect(missing).toEqual([]);
    expect(JSON.parse(await file.text()).accounts).toMatchObject([{ unreadable: [] }]);
  });

  it('[CLIENT-6.2] lists a replaced database that does not open, and contains everything else', async () => {
    const here = device();
    await here.inFormer(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const other = { ...record, key: '3:2', orgId: '2', orgName: 'Night Shift', dbName: 'two' };
    await here.known.accounts.put(other);
    await here.write(todoCreate, { id: OTHER_ID, name: 'Pack', rank: 'V', status: false });
    const { file, missing } = await here.copy({}, (name) => name === 'former' || name === 'two');
    expect(missing).toEqual([{ organization: 'Field Work', unsent: 1 }]);
    expect(JSON.parse(await file.text()).accounts).toMatchObject([
      {
        organization: 'Field Work',
        mutations: [{ name: 'todo-create' }],
        unreadable: [{ store: 'former', unsent: 1, why: expect.stringContaining('UnknownError') }],
      },
      { organization: 'Night Shift', mutations: [], unreadable: [{ store: 'two', unsent: 0 }] },
    ]);
    expect(await device().importCopy(file)).toMatchObject({ imported: 1 });
  });
});

function device() {
  const indexedDB = new IDBFactory();
  const options = { indexedDB, IDBKeyRange };
  const known = deviceDb(options);
  const db = accountDb('one', options);
  const store = dexieStore(db, IDS);
  return {
    db,
    known,
    write: writerOf(db),
    /** Writes into a store that could not be opened afterwards. */
    inFormer: async <Args>(mutation: Mutation<Args>, args: Args) => {
      const former = accountDb('former', options);
      expect(await writerOf(former)(mutation, args)).toBeUndefined();
      // The new store does not have the rows of the replaced one; this test needs them, as the server would deliver them.
      await db.dexie.table('todos').bulkPut(await former.dexie.table('todos').toArray());
      former.dexie.close();
      await known.former.put({ dbName: 'former', account: record.key, unsent: 1 });
    },
    /** Copy of all accounts; the browser cannot open the broken stores. */
    copy: async (change: Partial<AccountRecord> = {}, isBroken = (_name: string) => false) => {
      await known.accounts.put({ ...record, ...change });
      const accounts = await known.accounts.toArray();
      return copyUnsent(known, accounts, {
        open: (name) =>
          accountDb(name, { indexedDB: isBroken(name) ? brokenFactory() : indexedDB, IDBKeyRange }),
      });
    },
    importCopy: (file: Blob) => importUnsent(file, { record, db, store, actor, at: 2_000 }),
  };
}

function writerOf(db: AccountDb) {
  const store = dexieStore(db, IDS);
  return <Args>(mutation: Mutation<Args>, args: Args) =>
    writeLocally(store, { prepared: mutation.prepare(args), actor, at: 1_000 });
}

function brokenFactory(): IDBFactory {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException('Internal error', 'UnknownError');
  };
  return factory;
}
