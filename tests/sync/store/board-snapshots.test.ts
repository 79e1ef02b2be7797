import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { labels } from '../../../model/entities/label.ts';
import { projects } from '../../../model/entities/project.ts';
import { tasks } from '../../../model/entities/task.ts';
import { boardSnapshots } from '../../../sync/store/board-snapshots.ts';
import { type AccountDb, accountDb, withLocalKeys } from '../../../sync/store/database.ts';
import { taskRow } from '../../support/task-row.ts';
import { waitUntil } from '../../support/wait-until.ts';

const opened: AccountDb[] = [];
const AT = '2026-11-21T09:00:00Z';
const SIZE = { columns: 2, tasks: 2 };

async function board(): Promise<AccountDb> {
  const db = accountDb(`board-openings-${String(opened.length)}`);
  opened.push(db);
  const by = { created_by: '1', created_at: AT };
  const row = { v: 1, scope: 'project:p', project: 'p' };
  await db.dexie.table('projects').put(
    withLocalKeys(
      projects,
      projects.parse({
        id: 'p',
        v: 1,
        scope: 'project:p',
        name: 'Tower',
        slug: 'tower-1',
        workspace: 'w',
        description: '',
        background_image: null,
        status: true,
        ...by,
      }),
    ),
  );
  for (const [id, rank] of [['b', 'b'] as const, ['a', 'a'] as const, ['z', 'z'] as const]) {
    const card = cards.parse({ ...row, id, rank, name: id, status: true, ...by });
    await db.dexie.table('cards').put(withLocalKeys(cards, card));
  }
  const label = labels.parse({ ...row, id: 'l', name: 'Urgent', ...by });
  await db.dexie.table('labels').put(withLocalKeys(labels, label));
  for (const [id, card] of Object.entries({ t1: 'a', t2: 'a', t3: 'a', t4: 'z' })) {
    await put(db, id, card);
  }
  return db;
}

async function put(db: AccountDb, id: string, card: string): Promise<void> {
  const task = taskRow({ id, card, rank: id });
  await db.dexie.table('tasks').put(withLocalKeys(tasks, task));
}

afterEach(async () => {
  for (const db of opened.splice(0)) await db.dexie.delete();
});

describe('a board snapshot', () => {
  it('has the first columns with all their ids and the rows at their top', async () => {
    const openings = boardSnapshots(await board());
    const observed = openings.of('tower-1', SIZE);
    const leave = observed.subscribe(() => undefined);
    await waitUntil('it is read', () => observed.current() !== undefined, { withinMs: 5_000 });
    const snapshot = observed.current();
    leave();
    expect(snapshot?.project.name).toBe('Tower');
    expect(snapshot?.cards.map(({ id }) => id)).toEqual(['a', 'b', 'z']);
    expect(snapshot?.labels.map(({ name }) => name)).toEqual(['Urgent']);
    const columns = snapshot?.columns.map(({ card, ids, tasks: rows }) => [
      card,
      ids,
      rows.map(({ id }) => id),
    ]);
    expect(columns).toEqual([
      ['a', ['t1', 't2', 't3'], ['t1', 't2']],
      ['b', [], []],
    ]);
  });

  it('follows changes while it has listeners, and is forgotten afterwards', async () => {
    const db = await board();
    const openings = boardSnapshots(db);
    const observed = openings.of('tower-1', SIZE);
    const leave = observed.subscribe(() => undefined);
    const ids = () => observed.current()?.columns[0]?.ids;
    await waitUntil('it is read', () => ids()?.length === 3, { withinMs: 5_000 });
    await put(db, 's9', 'a');
    await waitUntil('the new task is in it', () => ids()?.[0] === 's9', { withinMs: 5_000 });
    leave();
    expect(observed.current()).toBeUndefined();
  });

  it('is null for an address without a board, and when it cannot be read', async () => {
    const db = await board();
    const openings = boardSnapshots(db);
    const nowhere = openings.of('nowhere', SIZE);
    const leave = nowhere.subscribe(() => undefined);
    await waitUntil('the listener is notified', () => nowhere.current() === null, {
      withinMs: 5_000,
    });
    leave();
    db.dexie.close();
    const closed = openings.of('tower-1', SIZE);
    const leaveClosed = closed.subscribe(() => undefined);
    await waitUntil('the listener is notified', () => closed.current() === null, {
      withinMs: 5_000,
    });
    leaveClosed();
  });

  it('is available at once after `expect`', async () => {
    const openings = boardSnapshots(await board());
    openings.expect('tower-1', SIZE);
    const observed = openings.of('tower-1', SIZE);
    await waitUntil('it is read', () => observed.current() !== undefined, { withinMs: 2_500 });
    expect(observed.current()?.cards).toHaveLength(3);
  });
});
