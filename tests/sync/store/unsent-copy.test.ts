import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { todoCreate } from '../../../model/mutations/todo-create.ts';
import { todoRename } from '../../../model/mutations/todo-rename.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { accountDb } from '../../../sync/store/database.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { copyUnsent, importUnsent } from '../../../sync/store/unsent-copy.ts';

const ID = '0198c000-0000-7000-8000-000000000001';
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
  it('brings every change back on a device that lost them, once, however often it is read', async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    await here.write(todoRename, { id: ID, name: 'Buy two ropes' });
    const copy = await copyUnsent([record], () => here.db);
    const there = device();
    expect(await there.take(copy)).toEqual({ taken: 2, known: 0, refused: [] });
    expect(await there.db.dexie.table('todos').get(ID)).toMatchObject({ name: 'Buy two ropes' });
    expect(await there.db.outbox.count()).toBe(2);
    expect(await there.take(copy)).toMatchObject({ known: 1 });
    expect(await there.db.dexie.table('todos').count()).toBe(1);
  });

  it('says what could not come back, and why, and takes the rest', async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const text = JSON.parse(await (await copyUnsent([record], () => here.db)).text());
    text.accounts[0].mutations.push(
      { name: 'todo-rename', args: { id: 'gone', name: 'Nothing' } },
      { name: 'from-the-future', args: {} },
    );
    const there = device();
    const report = await there.take(new Blob([JSON.stringify(text)]));
    expect(report.taken).toBe(1);
    expect(report.refused.map(({ what }) => what)).toEqual([
      'Rename todo to "Nothing"',
      'from-the-future',
    ]);
  });

  it("refuses somebody else's copy, another organisation's, and files that are none", async () => {
    const here = device();
    await here.write(todoCreate, { id: ID, name: 'Buy rope', rank: 'V', status: false });
    const there = device();
    for (const other of [{ userId: '4' }, { orgId: '2' }]) {
      const copy = await copyUnsent([{ ...record, ...other }], () => here.db);
      await expect(there.take(copy)).rejects.toMatchObject({ code: 'forbidden' });
    }
    for (const text of ['', 'null', '[]', '{"kind":"cairn-unsent-work"}', '{"accounts":[]}']) {
      await expect(there.take(new Blob([text]))).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await there.db.outbox.count()).toBe(0);
  });
});

function device() {
  const db = accountDb('one', { indexedDB: new IDBFactory(), IDBKeyRange });
  const store = dexieStore(db, IDS);
  return {
    db,
    write: <Args>(mutation: Mutation<Args>, args: Args) =>
      writeLocally(store, { prepared: mutation.prepare(args), actor, at: 1_000 }),
    take: (file: Blob) => importUnsent(file, { record, store, actor, at: 2_000 }),
  };
}
