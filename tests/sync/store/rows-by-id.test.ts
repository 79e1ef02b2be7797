import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NoteTag, noteTags } from '../../../model/entities/note-tag.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { type RowsById, rowsById } from '../../../sync/store/rows-by-id.ts';

const opened: { db: AccountDb; all: RowsById<NoteTag>; leave: (() => void)[] } = {
  db: newDb(),
  all: rowsById(newDb(), noteTags),
  leave: [],
};

const IDS = { now: () => 1, randomBytes: (target: Uint8Array) => target };

function newDb(): AccountDb {
  return accountDb('rows-by-id', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(async () => {
  opened.db = newDb();
  opened.all = rowsById(opened.db, noteTags);
  // A database that is made tells everybody that all of it is new.
  await opened.db.dexie.open();
});
afterEach(() => {
  for (const leave of opened.leave.splice(0)) leave();
  opened.db.dexie.close();
});

const tag = (id: string, name: string) =>
  noteTags.parse({
    id,
    scope: 'me',
    v: 1,
    name,
    created_by: '1',
    created_at: '2026-11-21T09:00:00Z',
  });

/** What a screen with these rows shows, and how often it was told of a change. */
function show(ids: readonly string[], first?: readonly NoteTag[]) {
  const window = opened.all.of(ids, first);
  const seen = { changes: 0, names: () => [...window.current().values()].map(({ name }) => name) };
  const leave = window.subscribe(() => {
    seen.changes += 1;
  });
  opened.leave.push(leave);
  return { ...seen, window, leave, changes: () => seen.changes };
}

describe('rows by their ids', () => {
  it('are those that are here, then each change, addition and deletion, here or in bulk', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('c', 'Maps')]);
    const shown = show(['a', 'b', 'c']);
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots', 'Maps']));
    await table.put(tag('b', 'Ropes'));
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots', 'Ropes', 'Maps']));
    await table.delete('a');
    await vi.waitFor(() => expect(shown.names()).toEqual(['Ropes', 'Maps']));
    await table.toCollection().modify({ name: 'x' });
    await vi.waitFor(() => expect(shown.names()).toEqual(['x', 'x']));
    await table.clear();
    await vi.waitFor(() => expect(shown.names()).toEqual([]));
  });

  it('what was read before stands until they are read, and a row that is gone does not', async () => {
    await rows(opened.db, noteTags).put(tag('a', 'Boots'));
    const shown = show(['a', 'b'], [tag('a', 'Boots of yesterday'), tag('b', 'Gone')]);
    expect(shown.names()).toEqual(['Boots of yesterday', 'Gone']);
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots']));
  });

  it('a row that has not changed stays the same object, and nobody is told', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    const shown = show(['a', 'b']);
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots', 'Maps']));
    const [before, changes] = [shown.window.current(), shown.changes()];
    await table.put(tag('a', 'Boots'));
    await table.put(tag('c', 'Not shown'));
    await table.put(tag('b', 'Charts'));
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots', 'Charts']));
    expect(shown.window.current().get('a')).toBe(before.get('a'));
    expect(shown.changes()).toBe(changes + 1);
  });

  it('what this page commits is shown at once, and not before', async () => {
    await rows(opened.db, noteTags).put(tag('a', 'Boots'));
    const shown = show(['a']);
    await vi.waitFor(() => expect(shown.names()).toEqual(['Boots']));
    const store = dexieStore(opened.db, IDS);
    await store.write('all', async (tx) => {
      await tx.putRows('note_tags', [tag('a', 'Big boots')]);
      expect(shown.names()).toEqual(['Boots']);
    });
    // No waiting: reading it again would take a turn.
    expect(shown.names()).toEqual(['Big boots']);
    const given = store.write('all', async (tx) => {
      await tx.putRows('note_tags', [tag('a', 'Never')]);
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown.names()).toEqual(['Big boots']);
    await store.write('all', (tx) => tx.deleteRows('note_tags', ['a']));
    expect(shown.names()).toEqual([]);
  });

  it('an answer that was asked for before a change does not come after it', async () => {
    const table = rows(opened.db, noteTags);
    await table.put(tag('a', 'Boots'));
    const names: string[] = [];
    const window = opened.all.of(['a']);
    opened.leave.push(
      window.subscribe(() => names.push(window.current().get('a')?.name ?? 'none')),
    );
    await vi.waitFor(() => expect(names).toEqual(['Boots']));
    const store = dexieStore(opened.db, IDS);
    for (let round = 1; round <= 20; round += 1) {
      const write = (name: string) =>
        store.write('all', (tx) => tx.putRows('note_tags', [tag('a', name)]));
      await Promise.all([write(`${String(round)}a`), write(`${String(round)}b`)]);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const written = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((round) => [
      `${String(round)}a`,
      `${String(round)}b`,
    ]);
    // Each is shown at most once and in the order of the writes: never back and forth.
    expect(names).toEqual(['Boots', ...written.filter((name) => names.includes(name))]);
    expect(names.at(-1)).toBe('20b');
  });

  it('rows that were left stay known for a moment, and are true when they are shown again', async () => {
    const table = rows(opened.db, noteTags);
    await table.bulkPut([tag('a', 'Boots'), tag('b', 'Maps')]);
    const other = show(['b']);
    const first = show(['a']);
    await vi.waitFor(() => expect(first.names()).toEqual(['Boots']));
    first.leave();
    expect(show(['a']).names()).toEqual(['Boots']);
    for (const leave of opened.leave.splice(1)) leave();
    await table.put(tag('a', 'Big boots'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const again = show(['a']);
    expect(again.names()).not.toContain('Boots');
    await vi.waitFor(() => expect(again.names()).toEqual(['Big boots']));
    expect(other.names()).toEqual(['Maps']);
  });

  it('many that come and go, also for no rows at all, leave what still stands up to date', async () => {
    const table = rows(opened.db, noteTags);
    await table.put(tag('a', 'Boots'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const gone = [show(['a']), show([]), show(['b']), show([])];
      for (const { leave } of gone) leave();
      const shown = show(['a']);
      vi.advanceTimersByTime(60_000);
      await table.put(tag('a', 'Big boots'));
      await vi.waitFor(() => expect(shown.names()).toEqual(['Big boots']));
      vi.advanceTimersByTime(60_000);
      await table.put(tag('a', 'Old boots'));
      await vi.waitFor(() => expect(shown.names()).toEqual(['Old boots']));
    } finally {
      vi.useRealTimers();
    }
  });
});
