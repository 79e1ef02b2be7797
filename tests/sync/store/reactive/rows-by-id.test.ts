import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NoteTag, noteTags } from '../../../../model/entities/note-tag.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { dexieStore } from '../../../../sync/store/dexie-store.ts';
import { type RowsById, rowsById } from '../../../../sync/store/reactive/rows-by-id.ts';
import { tag } from '../../support/note-tag.ts';
import { eventually } from '../../../support/eventually.ts';

const IDS = { now: () => 1, randomBytes: (target: Uint8Array) => target };

const opened: {
  factory: IDBFactory;
  db: AccountDb;
  all: RowsById<NoteTag>;
  leave: (() => void)[];
} = newStore();

function newStore() {
  const factory = new IDBFactory();
  const db = accountDb('rows-by-id', { indexedDB: factory, IDBKeyRange });
  return { factory, db, all: rowsById(db, noteTags), leave: [] };
}

beforeEach(async () => {
  Object.assign(opened, newStore());
  // Creating a database publishes a change of every row.
  await opened.db.dexie.open();
});
afterEach(() => {
  for (const leave of opened.leave.splice(0)) leave();
  opened.db.dexie.close();
});

/** Rows that a screen shows, and the number of its notifications. */
function show(ids: readonly string[], first?: readonly NoteTag[]) {
  const live = opened.all.of(ids, first);
  const seen = { changes: 0, names: () => [...live.current().values()].map(({ name }) => name) };
  const leave = live.subscribe(() => {
    seen.changes += 1;
  });
  opened.leave.push(leave);
  return { ...seen, live, leave, changes: () => seen.changes };
}

describe('rows by their ids', () => {
  it('are the existing rows, then each change and addition, single or bulk; a deleted row stays until its id is removed', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('c', 'Maps')]);
    const shown = show(['a', 'b', 'c']);
    await eventually(() => expect(shown.names()).toEqual(['Boots', 'Maps']));
    await table.put(tag('b', 'Ropes'));
    await eventually(() => expect(shown.names()).toEqual(['Boots', 'Ropes', 'Maps']));
    await table.toCollection().modify({ name: 'x' });
    await eventually(() => expect(shown.names()).toEqual(['x', 'x', 'x']));
    await table.delete('a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown.names()).toEqual(['x', 'x', 'x']);
    const without = show(['a', 'b']);
    await eventually(() => expect(without.names()).toEqual(['x']));
  });

  it('rows that were read elsewhere are shown until the first read', async () => {
    await rows(opened.db, noteTags).put(tag('a', 'Boots'));
    const shown = show(['a'], [tag('a', 'Boots of yesterday')]);
    expect(shown.names()).toEqual(['Boots of yesterday']);
    await eventually(() => expect(shown.names()).toEqual(['Boots']));
  });

  it('an unchanged row stays the same object, without a notification', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    const shown = show(['a', 'b']);
    await eventually(() => expect(shown.names()).toEqual(['Boots', 'Maps']));
    const [before, changes] = [shown.live.current(), shown.changes()];
    await table.put(tag('a', 'Boots'));
    await table.put(tag('c', 'Not shown'));
    await table.put(tag('b', 'Charts'));
    await eventually(() => expect(shown.names()).toEqual(['Boots', 'Charts']));
    expect(shown.live.current().get('a')).toBe(before.get('a'));
    expect(shown.changes()).toBe(changes + 1);
  });

  it('a commit of this page is shown at once, and not before it', async () => {
    await rows(opened.db, noteTags).put(tag('a', 'Boots'));
    const shown = show(['a']);
    await eventually(() => expect(shown.names()).toEqual(['Boots']));
    const store = dexieStore(opened.db, IDS);
    await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      await tx.putRows('note_tags', [tag('a', 'Big boots')]);
      expect(shown.names()).toEqual(['Boots']);
    });
    // No waiting: reading the row again would take a turn.
    expect(shown.names()).toEqual(['Big boots']);
    const given = store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      await tx.putRows('note_tags', [tag('a', 'Never')]);
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown.names()).toEqual(['Big boots']);
    // A nested transaction commits with the outer one.
    const within = opened.db.dexie.transaction('rw', opened.db.dexie.tables, async () => {
      await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
        tx.putRows('note_tags', [tag('a', 'Never')]),
      );
      throw new Error('given up');
    });
    await expect(within).rejects.toThrow('given up');
    expect(shown.names()).toEqual(['Big boots']);
  });

  it('the result of a read that began before a change is dropped', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    const shown = show(['a']);
    await eventually(() => expect(shown.names()).toEqual(['Boots']));
    const shownNames: string[] = [];
    opened.leave.push(shown.live.subscribe(() => shownNames.push(...shown.names())));
    // The result is delayed on its way to the page, as on a busy page.
    const answers = delayedAnswers();
    const elsewhere = accountDb('rows-by-id', { indexedDB: opened.factory, IDBKeyRange });
    await rows(elsewhere, noteTags).put(tag('a', 'Old boots'));
    await eventually(() => expect(answers.waiting()).toBe(1));
    const store = dexieStore(opened.db, IDS);
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      tx.putRows('note_tags', [tag('a', 'New boots')]),
    );
    expect(shown.names()).toEqual(['New boots']);
    answers.letGo();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(shownNames).toEqual(['New boots']);
    elsewhere.dexie.close();
  });

  it('a row that changed while it was not shown is shown in its old version, then in the new one', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    show(['b']);
    const snapshot = [tag('a', 'Boots')];
    const first = show(['a'], snapshot);
    await table.put(tag('a', 'Big boots'));
    await eventually(() => expect(first.names()).toEqual(['Big boots']));
    first.leave();
    await table.put(tag('a', 'Old boots'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const again = show(['a'], snapshot);
    expect(again.names()).toEqual(['Big boots']);
    await eventually(() => expect(again.names()).toEqual(['Old boots']));
  });

  it('a result that arrives after the last listener has unsubscribed is dropped', async () => {
    const table = rows(opened.db, noteTags);
    await table.put(tag('a', 'Boots'));
    const answers = delayedAnswers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      show(['a']).leave();
      await eventually(() => expect(answers.waiting()).toBe(1));
      vi.advanceTimersByTime(60_000);
    } finally {
      vi.useRealTimers();
    }
    answers.letGo();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await table.put(tag('a', 'Big boots'));
    const again = show(['a']);
    await eventually(() => expect(again.names()).toEqual(['Big boots']));
  });

  it('a failed read is repeated', async () => {
    await rows(opened.db, noteTags).put(tag('a', 'Boots'));
    const answers = delayedAnswers();
    answers.failOnce();
    const shown = show(['a']);
    answers.letGo();
    await eventually(() => expect(shown.names()).toEqual(['Boots']));
  });

  it('rows without listeners stay in memory for a while, and are current when they are shown again', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    const other = show(['b']);
    const first = show(['a']);
    await eventually(() => expect(first.names()).toEqual(['Boots']));
    first.leave();
    expect(show(['a']).names()).toEqual(['Boots']);
    for (const leave of opened.leave.splice(1)) leave();
    await table.put(tag('a', 'Big boots'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const again = show(['a']);
    await eventually(() => expect(again.names()).toEqual(['Big boots']));
    expect(other.names()).toEqual(['Maps']);
  });

  it('many subscriptions that come and go, also of no rows, leave the remaining ones up to date', async () => {
    const table = rows(opened.db, noteTags);
    await table.put(tag('a', 'Boots'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const gone = [show(['a']), show([]), show(['b']), show([])];
      for (const { leave } of gone) leave();
      const shown = show(['a']);
      vi.advanceTimersByTime(60_000);
      await table.put(tag('a', 'Big boots'));
      await eventually(() => expect(shown.names()).toEqual(['Big boots']));
      vi.advanceTimersByTime(60_000);
      await table.put(tag('a', 'Old boots'));
      await eventually(() => expect(shown.names()).toEqual(['Old boots']));
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Store whose results are delayed until released; `failOnce`: the next read fails. */
function delayedAnswers() {
  const table = opened.db.dexie.table('note_tags');
  const ask = table.bulkGet.bind(table);
  const gate = Promise.withResolvers<void>();
  const state = { waiting: 0, fails: false };
  vi.spyOn(table, 'bulkGet').mockImplementation((keys) =>
    Dexie.Promise.resolve(ask(keys)).then(async (found) => {
      state.waiting += 1;
      await gate.promise;
      const fails = state.fails;
      state.fails = false;
      if (fails) throw new Error('the disk');
      return found;
    }),
  );
  return {
    waiting: () => state.waiting,
    failOnce: () => {
      state.fails = true;
    },
    letGo: gate.resolve,
  };
}
