import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import type { Prepared, Reader } from '../../../model/mutations/define-mutation.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { returnPlan } from '../../../src/data/return-task.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { taskRow } from '../../support/task-row.ts';
import { LEVEL_4 } from '../../support/actors.ts';

const ID = (last: number) => `0198c000-0000-7000-8000-00000000000${last}`;
const [PROJECT, TASK, OLD, NEXT] = [ID(1), ID(2), ID(3), ID(4)];
const CREATOR = '7';
const task = taskRow({
  id: TASK,
  project: PROJECT,
  card: OLD,
  status: false,
  created_by: CREATOR,
});
const unarchive = {
  task,
  change: taskArchive.prepare({ id: TASK, status: true }),
  back: taskArchive.prepare({ id: TASK, status: false }),
};

let db: AccountDb;
let stored: Map<string, RawRow>;
beforeEach(async () => {
  db = accountDb('return', { indexedDB: new IDBFactory(), IDBKeyRange });
  stored = new Map();
  await put(tasks.table, task);
  await put(teamMembers.table, {
    id: memberId(PROJECT, CREATOR),
    scope: 'directory',
    v: 1,
    project: PROJECT,
    organization_user: CREATOR,
    created_at: '2026-01-01T00:00:00Z',
  });
});

describe('a task that returns to the board', () => {
  it('stays in its card while that is active', async () => {
    await putCard(OLD, 'Doing', true);
    expect(await returnPlan(db, task, unarchive)).toBeUndefined();
  });

  it('moves to the first active card where its own is archived, and back', async () => {
    await putCard(OLD, 'Doing', false);
    await putCard(NEXT, 'Done', true);
    const found = await returnPlan(db, task, unarchive);
    const { plan, card } = typeof found === 'object' ? found : { plan: [], card: undefined };
    expect(card).toBe('Done');
    for (const { change } of plan) await write(change);
    expect(stored.get(TASK)).toMatchObject({ status: true, card: NEXT });
    for (const { back } of plan) await write(back);
    expect(stored.get(TASK)).toMatchObject({ status: false, card: OLD, rank: task.rank });
  });

  it('has no way back where its own return has none', async () => {
    await putCard(OLD, 'Doing', false);
    await putCard(NEXT, 'Done', true);
    const found = await returnPlan(db, task, { ...unarchive, back: undefined });
    expect(found).toMatchObject({ plan: [{ back: undefined }, { back: undefined }] });
  });

  it('does not return to a board without a card', async () => {
    await putCard(OLD, 'Doing', false);
    expect(await returnPlan(db, task, unarchive)).toBe('no card');
  });
});

it('[WRITE-6] an active task does not move to an archived card', async () => {
  await putCard(OLD, 'Doing', false);
  const move = taskMove.prepare({ id: TASK, project: PROJECT, card: OLD, rank: 'V' });
  expect(await move.check(read, actor)).toBeUndefined();
  await put(tasks.table, { ...task, status: true });
  expect(await move.check(read, actor)).toMatchObject({ code: 'parent_gone' });
});

/** Writes a change as a device does: its rule first, then its effects. */
async function write(change: Prepared | undefined): Promise<void> {
  expect(await change?.check(read, actor)).toBeUndefined();
  for (const { table, id, apply } of change?.effects({ actor, at: 0 }) ?? []) {
    const row = apply(stored.get(id));
    if (row !== undefined) await put(table, row);
  }
}

async function put(table: string, row: RawRow): Promise<void> {
  stored.set(row.id, row);
  await db.dexie.table(table).put(row);
}

async function putCard(id: string, name: string, status: boolean): Promise<void> {
  const rest = { created_by: CREATOR, created_at: '2026-01-01T00:00:00Z' };
  const place = { scope: `project:${PROJECT}`, v: 1, project: PROJECT, rank: 'V' };
  const lane = status ? PROJECT : `archived:${PROJECT}`;
  await put(cards.table, { id, name, status, ...place, ...rest, lane });
}

const read: Reader = {
  get: (entity, id) => {
    const row = stored.get(id);
    return Promise.resolve(row === undefined ? undefined : entity.parse(row));
  },
};
const actor: Actor = { ...LEVEL_4, orgUserId: CREATOR, userId: CREATOR };
