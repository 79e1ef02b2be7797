import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { cards } from '../../../../model/entities/card.ts';
import { tasks } from '../../../../model/entities/task.ts';
import { taskComplete } from '../../../../model/mutations/task/task-complete.ts';
import { taskEdit } from '../../../../model/mutations/task/task-edit.ts';
import { taskMove } from '../../../../model/mutations/task/task-move.ts';
import type { Prepared } from '../../../../model/mutations/define-mutation.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { stillApplies } from '../../../../sync/store/queries/still-applies.ts';
import { taskRow } from '../../../support/task-row.ts';
import { ACTOR, cardRow } from '../../support/items.ts';

const ID = '00000000-0000-7000-8000-000000000001';
let db: AccountDb;

beforeEach(async () => {
  db = accountDb('local', { indexedDB: new IDBFactory(), IDBKeyRange });
  await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
  await rows(db, tasks).put(
    taskRow({ id: ID, project: 'p', card: 'c', created_by: ACTOR.orgUserId }),
  );
});

/** The change on this device, then that of somebody else. */
async function applied(change: Prepared, later: Partial<ReturnType<typeof taskRow>> = {}) {
  for (const effect of change.effects({ actor: ACTOR, at: 1_772_442_000_000 })) {
    const after = effect.apply(await db.dexie.table(effect.table).get(effect.id));
    await db.dexie.table(effect.table).put({ ...after, ...later });
  }
  return await stillApplies(db, change, ACTOR);
}

it('a change still applies while its values are unchanged, whatever else of the row has changed', async () => {
  const move = taskMove.prepare({ id: ID, project: 'p', card: 'd', rank: 'K' });
  expect(await applied(move, { name: 'Renamed since' })).toBe(true);
  expect(await applied(move, { card: 'e' })).toBe(false);
});

it('the time of a tick is not compared, the tick is', async () => {
  const done = taskComplete.prepare({ id: ID, done: true, at: null });
  expect(await applied(done)).toBe(true);
  expect(await applied(done, { is_completed: false, is_completed_at: null })).toBe(false);
});

it('a row that somebody has deleted since is left to the rule of the undo', async () => {
  const rename = taskEdit.prepare({ id: ID, name: 'Dig' });
  expect(await applied(rename)).toBe(true);
  await db.dexie.table('tasks').delete(ID);
  expect(await stillApplies(db, rename, ACTOR)).toBe(true);
});
