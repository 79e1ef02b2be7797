import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archivedColumn, cards } from '../../../../model/entities/card.ts';
import { comments } from '../../../../model/entities/comment.ts';
import { type Task, tasks } from '../../../../model/entities/task.ts';
import { compareRanked } from '../../../../model/shared/rank.ts';
import { type AccountDb, accountDb, rows, withLocalKeys } from '../../../../sync/store/database.ts';
import { archivedCards, boardCards } from '../../../../sync/store/queries/cards.ts';
import { commentCounts, taskComments } from '../../../../sync/store/queries/comments.ts';
import {
  countColumnTasks,
  columnEnds,
  columnTaskIds,
  columnTasks,
  tasksByIds,
} from '../../../../sync/store/queries/tasks.ts';
import { taskRow } from '../../../support/task-row.ts';

const store: { db: AccountDb } = { db: newDb() };

function newDb(): AccountDb {
  return accountDb('board-queries', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(() => {
  store.db = newDb();
});
afterEach(() => {
  store.db.dexie.close();
});

const AT = '2026-11-21T09:00:00Z';

function task(id: string, fields: Partial<Task>): Task {
  return taskRow({ id, name: id, ...fields });
}

async function putTasks(all: readonly Task[]): Promise<void> {
  for (const row of all) await store.db.dexie.table('tasks').put(withLocalKeys(tasks, row));
}

describe('the tasks of a column', () => {
  it('are ordered by rank and id, without archived ones and those of other cards', async () => {
    const here = [
      task('b', { rank: 'V' }),
      task('a', { rank: 'V' }),
      task('d', { rank: 'Vz' }),
      task('c', { rank: '0z' }),
      task('e', { rank: 'a' }),
    ];
    await putTasks([...here, task('x', { card: 'other' }), task('y', { status: false })]);
    const ordered = here.toSorted(compareRanked).map(({ id }) => id);
    expect(await columnTaskIds(store.db, 'c')).toEqual(ordered);
    expect(await countColumnTasks(store.db, 'c')).toBe(5);
    const { first, last } = await columnEnds(store.db, 'c');
    expect([first?.id, last?.id]).toEqual([ordered[0], ordered.at(-1)]);
  });

  it('archived ones are found by their project, whatever their card', async () => {
    await putTasks([
      task('a', { status: false }),
      task('b', { status: false, card: 'other', rank: 'W' }),
      task('c', {}),
    ]);
    const found = await columnTasks(store.db, archivedColumn('p'));
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('a range has only existing rows, and an empty column has no ends', async () => {
    await putTasks([task('a', {})]);
    expect((await tasksByIds(store.db, ['gone', 'a'])).map(({ id }) => id)).toEqual(['a']);
    expect(await columnEnds(store.db, 'nobody')).toEqual({ first: undefined, last: undefined });
  });
});

describe('the cards of a board', () => {
  it('are the active ones by rank, the archived ones separately', async () => {
    const card = (id: string, rank: string, status: boolean) =>
      cards.parse({
        id,
        scope: 'project:p',
        v: 1,
        project: 'p',
        name: id,
        rank,
        status,
        created_by: '1',
        created_at: AT,
      });
    for (const row of [card('b', 'W', true), card('a', 'V', true), card('z', 'U', false)]) {
      await store.db.dexie.table('cards').put(withLocalKeys(cards, row));
    }
    expect((await boardCards(store.db, 'p')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await archivedCards(store.db, 'p')).map(({ id }) => id)).toEqual(['z']);
  });
});

describe('the comments of a task', () => {
  const comment = (id: string, created_at: string, of: string, deleted = false) =>
    comments.parse({
      id,
      scope: 'project:p',
      v: 1,
      project: 'p',
      task: of,
      author: '1',
      comment: id,
      attachment: null,
      edited: false,
      deleted,
      created_at,
    });

  it.each([3, 250])(
    'are counted without deleted ones, of which another task has %d',
    async (many) => {
      const at = '2026-11-21T10:00:00Z';
      const all = [
        comment('a', at, 't'),
        comment('b', at, 't', true),
        comment('c', at, 't'),
        comment('d', at, 'u', true),
        ...Array.from({ length: many }, (_, index) => comment(`x${String(index)}`, at, 'x', true)),
      ];
      await store.db.dexie
        .table('comments')
        .bulkPut(all.map((row) => withLocalKeys(comments, row)));
      expect(await commentCounts(store.db, ['t', 'u', 'none'])).toEqual(new Map([['t', 2]]));
    },
  );

  it('are ordered oldest first and counted per task', async () => {
    await rows(store.db, comments).bulkPut([
      comment('a', '2026-11-21T10:00:00Z', 't'),
      comment('b', '2026-11-21T09:00:00Z', 't'),
      comment('c', '2026-11-21T09:30:00Z', 'u'),
    ]);
    expect((await taskComments(store.db, 't')).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await commentCounts(store.db, ['t', 'u', 'none'])).toEqual(
      new Map([
        ['t', 2],
        ['u', 1],
      ]),
    );
  });
});
