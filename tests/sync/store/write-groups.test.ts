import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { notes } from '../../../model/entities/note.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteDelete } from '../../../model/mutations/note/note-delete.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import type { Store, StoreTx } from '../../../sync/core/ports/store.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { writeGroups } from '../../../sync/store/write-groups.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { interruptedStore } from '../support/interrupted-store.ts';
import { ACTOR } from '../support/items.ts';

const AT = 1_772_442_000_000;
const SOON = { withinMs: 5_000 } as const;
const INPUT = { actor: ACTOR, at: AT };
const TAG = idOf(0);

describe('groups of mutations', () => {
  it('[CLIENT-2] have the same result as the same mutations one by one', async () => {
    const [together, apart] = [opened(), opened()];
    const groups = [
      [noteTagCreate.prepare({ id: TAG, name: 'Work' })],
      [note(1, 'first'), edit(1, 'first', 'second'), edit(1, 'second', 'third')],
      [note(2, 'gone'), noteDelete.prepare({ id: idOf(2) })],
      [note(3, 'kept')],
    ];
    expect(await writeGroups(together.store, groups, INPUT)).toEqual(groups.map(() => 'written'));
    for (const prepared of groups.flat()) await writeLocally(apart.store, { prepared, ...INPUT });
    expect(await contentOf(together.db)).toEqual(await contentOf(apart.db));
    expect((await rows(together.db, notes).toArray()).map((row) => row.note)).toEqual([
      'third',
      'kept',
    ]);
  });

  it('[CLIENT-2] make no more requests to the store when they are larger', async () => {
    const asked = async (count: number) => {
      const { store } = opened();
      const counted = counting(store);
      const many = Array.from({ length: count }, (_, index) => [note(index + 1, 'x')]);
      const groups = [[noteTagCreate.prepare({ id: TAG, name: 'Work' })], ...many];
      await writeGroups(counted.store, groups, INPUT);
      return counted.calls();
    };
    expect(await asked(120)).toBe(await asked(12));
  });

  it('[CLIENT-2] are published to the screens that show their rows', async () => {
    const { db, store } = opened();
    const seen: (readonly number[])[] = [];
    const counts = () => Promise.all([rows(db, notes).count(), db.outbox.count()]);
    const screen = liveQuery(counts).subscribe((now) => seen.push(now));
    await waitUntil('the first look', () => seen.length > 0, SOON);
    const tag = noteTagCreate.prepare({ id: TAG, name: 'Work' });
    await writeGroups(store, [[tag], [note(1, 'x')], [note(2, 'x')]], INPUT);
    await waitUntil('both notes are seen', () => seen.at(-1)?.join() === '2,3', SOON);
    screen.unsubscribe();
  });

  it('[CLIENT-2] are computed again when another write comes between', async () => {
    const { db, store } = opened();
    await writeGroups(store, [[noteTagCreate.prepare({ id: TAG, name: 'Work' })]], INPUT);
    const interrupted = interruptedStore(store, () =>
      writeLocally(store, { prepared: note(1, 'theirs'), ...INPUT }),
    );
    const groups = [[note(1, 'mine')], [note(2, 'mine')]];
    expect(await writeGroups(interrupted, groups, INPUT)).toEqual(['known', 'written']);
    expect((await rows(db, notes).get(idOf(1)))?.note).toBe('theirs');
    expect((await db.outbox.toArray()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

function opened(): { readonly db: AccountDb; readonly store: Store } {
  const db = accountDb('groups', { indexedDB: new IDBFactory(), IDBKeyRange });
  const ids = { now: () => AT, randomBytes: (target: Uint8Array) => target.fill(7) };
  return { db, store: dexieStore(db, ids) };
}

/** Counts the requests to the transactions. */
function counting(store: Store) {
  let calls = 0;
  const counted = (tx: StoreTx) =>
    new Proxy(tx, {
      get: (target, name, self) => {
        calls += 1;
        return Reflect.get(target, name, self);
      },
    });
  const counting: Store = {
    ...store,
    read: (tables, work) => store.read(tables, (tx) => work(counted(tx))),
    write: (options, work) => store.write(options, (tx) => work(counted(tx))),
  };
  return { calls: () => calls, store: counting };
}

async function contentOf(db: AccountDb) {
  return {
    rows: await rows(db, notes).toArray(),
    base: await db.base.toArray(),
    outbox: await db.outbox.toArray(),
  };
}

function idOf(index: number): string {
  return `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

function note(index: number, text: string): Prepared {
  return noteCreate.prepare({ id: idOf(index), title: 'T', note: text, tags: TAG });
}

function edit(index: number, from: string, to: string): Prepared {
  return noteEdit.prepare({ id: idOf(index), note: to, note_base: from });
}
