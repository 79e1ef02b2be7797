import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { searchApi } from '../../../sync/worker/search-api.ts';
import {
  best,
  type Entry,
  excerptOf,
  normalise,
  wordsOf,
} from '../../../sync/worker/search-index.ts';
import { waitUntil } from '../../support/wait-until.ts';

const SOON = { withinMs: 5_000 } as const;

const entry = (name: string, extra = '', isDone = false): Entry => ({
  name: normalise(name),
  extra: normalise(extra),
  isDone,
});

describe('search over normalised texts', () => {
  it('ignores case and diacritics, also of letters that Unicode does not decompose', () => {
    expect(normalise('Åse ØVREBØ')).toBe('ase ovrebo');
    expect(normalise('Straße Łódź Żółw İstanbul')).toBe('strasse lodz zolw istanbul');
    expect(normalise('Plain\nText')).toBe('plain\ntext');
  });

  it('ranks beginnings of names first, then words, then middles, then texts; done rows last', () => {
    const rows = new Map([
      ['1', entry('Unrelated', 'the bridge is far')],
      ['2', entry('Footbridge')],
      ['3', entry('Old bridge')],
      ['4', entry('Bridge the gap')],
      ['5', entry('Bridge', '', true)],
      ['6', entry('Nothing of it')],
    ]);
    expect(best(rows, 'Bridge', 10).map(({ id }) => id)).toEqual(['4', '5', '3', '2', '1']);
  });

  it('requires every word, in any order, in name or text', () => {
    const rows = new Map([
      ['1', entry('Check the ropes', 'at the north face')],
      ['2', entry('Check the nails', 'at the hut')],
    ]);
    expect(best(rows, 'north ropes', 5).map(({ id }) => id)).toEqual(['1']);
    expect(best(rows, '  ', 5)).toEqual([]);
  });

  it('returns the best few, the newest of equal ones', () => {
    const rows = new Map(
      Array.from({ length: 500 }, (_, index) => [
        String(index).padStart(3, '0'),
        entry(`Rope ${index}`),
      ]),
    );
    expect(best(rows, 'rope', 3).map(({ id }) => id)).toEqual(['499', '498', '497']);
  });

  it('shows the line around the words', () => {
    const text = `${'far away '.repeat(20)}\nthe Brücke stands here${' and on'.repeat(40)}`;
    const excerpt = excerptOf(text, wordsOf('brucke'), 60);
    expect(excerpt).toContain('the Brücke stands');
    expect(excerpt.startsWith('…')).toBe(true);
    expect(excerpt).not.toContain('\n');
  });
});

describe('the search worker', () => {
  it('finds rows with their location, and follows changes and deletions', async () => {
    const options = { indexedDB: new IDBFactory(), IDBKeyRange };
    const db = accountDb('one', options);
    await fill(db);
    const search = searchApi((name) => accountDb(name, options));
    await search.open('one', '7');
    await waitUntil('the store is read', () => search.isComplete(), SOON);

    const [task] = await search.find('planks');
    expect(task).toMatchObject({
      kind: 'task',
      title: 'Count the planks',
      place: ['Bridge', 'To do'],
      slug: 'bridge',
    });
    expect(await search.find('ladder')).toMatchObject([
      {
        kind: 'comment',
        title: '@Åse bring the ladder',
        place: ['Åse', 'Bridge', 'Count the planks'],
        task: 't1',
      },
    ]);
    expect((await search.find('ase')).map(({ kind }) => kind)).toContain('person');

    await db.dexie.table('tasks').update('t1', { name: 'Count the beams' });
    await waitUntil(
      'the new name is found',
      async () => (await search.find('beams')).length > 0,
      SOON,
    );
    expect(await search.find('planks')).toEqual([]);
    await db.dexie.table('tasks').delete('t1');
    expect(await search.details([{ kind: 'task', id: 't1' }])).toEqual([]);
    await waitUntil('it is gone', async () => (await search.find('beams')).length === 0, SOON);
    await search.close();
  });
});

async function fill(db: ReturnType<typeof accountDb>): Promise<void> {
  const put = (table: string, row: object) =>
    db.dexie.table(table).put({ scope: 'directory', v: 1, created_at: '', ...row });
  await put('projects', {
    id: 'p1',
    name: 'Bridge',
    slug: 'bridge',
    workspace: 'w',
    description: '',
    status: true,
  });
  await put('cards', { id: 'c1', name: 'To do', project: 'p1' });
  await put('org_users', {
    id: '7',
    display_name: 'Åse',
    email: 'a@field.test',
    phone_number: '',
    user_role: '1',
    active: true,
  });
  await put('tasks', {
    id: 't1',
    name: 'Count the planks',
    description: 'All of them',
    project: 'p1',
    card: 'c1',
    status: true,
    is_completed: false,
  });
  await put('comments', {
    id: 'k1',
    comment: '@[7] bring the ladder',
    task: 't1',
    author: '7',
    deleted: false,
  });
}
