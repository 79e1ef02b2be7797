import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteTags } from '../../../../model/entities/note-tag.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { type FollowedRows, followRows } from '../../../../sync/store/reactive/followed-rows.ts';
import { tag } from '../../support/note-tag.ts';
import { eventually } from '../../../support/eventually.ts';

const store: { db: AccountDb; followed: FollowedRows<string> | undefined } = {
  db: newDb(),
  followed: undefined,
};

function newDb(): AccountDb {
  return accountDb('followed', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(() => {
  store.db = newDb();
});
afterEach(() => {
  store.followed?.close();
  store.db.dexie.close();
});

/** Names as a screen shows them: read again only after a notification. */
function follow(pick: (name: string) => string | undefined = (name) => name) {
  const followed = followRows(store.db, noteTags, ({ name }) => pick(name));
  store.followed = followed;
  const seen: { names: readonly string[] | undefined; changes: number } = {
    names: undefined,
    changes: 0,
  };
  followed.subscribe(() => {
    seen.changes += 1;
    seen.names = Array.from(followed.current()?.values() ?? []).toSorted();
  });
  return seen;
}

it('shows the existing rows, then each change, addition and deletion', async () => {
  const table = rows(store.db, noteTags);
  await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
  const seen = follow();
  expect(store.followed?.current()).toBeUndefined();
  await eventually(() => expect(seen.names).toEqual(['Boots', 'Maps']));
  await table.put(tag('c', 'Ropes'));
  await eventually(() => expect(seen.names).toEqual(['Boots', 'Maps', 'Ropes']));
  await table.put(tag('a', 'Big boots'));
  await eventually(() => expect(seen.names).toEqual(['Big boots', 'Maps', 'Ropes']));
  await table.delete('b');
  await eventually(() => expect(seen.names).toEqual(['Big boots', 'Ropes']));
  await table.clear();
  await eventually(() => expect(seen.names).toEqual([]));
});

it('a row that `pick` no longer accepts is removed', async () => {
  await rows(store.db, noteTags).put(tag('a', 'Boots'));
  const seen = follow((name) => (name.startsWith('old') ? undefined : name));
  await eventually(() => expect(seen.names).toEqual(['Boots']));
  await rows(store.db, noteTags).put(tag('a', 'old boots'));
  await eventually(() => expect(seen.names).toEqual([]));
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => tag(`t${String(index).padStart(5, '0')}`, 'x'));

it('the newest rows are available first, with the progress of the read until all are', async () => {
  await rows(store.db, noteTags).bulkPut(many(700));
  const followed = followRows(store.db, noteTags, ({ id }) => id);
  store.followed = followed;
  const seen: { newest: string | undefined; oldest: string | undefined; share: number }[] = [];
  followed.subscribe(() => {
    const soFar = followed.soFar();
    if (soFar === undefined) return;
    expect(followed.current()).toBeUndefined();
    seen.push({ newest: soFar.rows[0], oldest: soFar.rows.at(-1), share: soFar.share });
  });
  await eventually(() => expect(followed.current()?.size).toBe(700));
  expect(seen).toEqual([
    { newest: 't00699', oldest: 't00600', share: 1 / 7 },
    { newest: 't00699', oldest: 't00200', share: 5 / 7 },
  ]);
  expect(followed.soFar()).toBeUndefined();
});

it('many rows are read in chunks, and a write during the first read is not missed', async () => {
  const table = rows(store.db, noteTags);
  await table.bulkPut(many(700));
  const seen = follow();
  await table.put(tag('t00000', 'changed'));
  await eventually(() => {
    expect(seen.names).toHaveLength(700);
    expect(seen.names).toContain('changed');
  });
});

it('notifies nobody after it was closed', async () => {
  const seen = follow();
  await eventually(() => expect(seen.names).toEqual([]));
  store.followed?.close();
  await rows(store.db, noteTags).put(tag('a', 'Boots'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen.changes).toBe(1);
  expect(store.followed?.current()).toBeUndefined();
});
