import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import type { Prepared, Reader } from '../../../model/mutations/define-mutation.ts';
import { writePlan, hiddenOf } from '../../../src/data/bulk-tasks.ts';
import {
  addCollaboratorPlan,
  archivePlan,
  assignPlan,
  deletePlan,
  flagPlan,
  removeCollaboratorPlan,
} from '../../../src/data/task-plans.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { type Refusal, refuse } from '../../../model/shared/errors.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { ranksAfter } from '../../../model/shared/rank.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { taskRow } from '../../support/task-row.ts';
import { LEVEL_4 } from '../../support/actors.ts';

const ID = (last: number) => `01920000-0000-7000-8000-00000000000${last}`;

let db: AccountDb;
beforeEach(() => {
  db = accountDb('bulk', { indexedDB: new IDBFactory(), IDBKeyRange });
});

describe('a change of several tasks', () => {
  it('omits a task that has the value already', () => {
    const plan = flagPlan([task(1, { flag: 'high' }), task(2, { flag: 'low' })], 'high');
    expect(plan.map(({ change }) => change.args)).toEqual([{ id: ID(2), flag: 'high' }]);
    expect(plan.map(({ back }) => back?.args)).toEqual([{ id: ID(2), flag: 'low' }]);
  });

  it('assigns a single task to the person and adds the person to a multi-user task', () => {
    const single = task(1, { assigned_to: 'mia' });
    const multi = task(2, { assigned_users: ['mia', 'ben'] });
    const plan = assignPlan([single, multi, task(3, { assigned_to: 'ada' })], 'ada');
    expect(plan.map(({ change }) => change.args)).toMatchObject([
      { assigned_to: 'ada', assigned_users: [] },
      { assigned_to: null, assigned_users: ['mia', 'ben', 'ada'] },
    ]);
    expect(plan.map(({ back }) => back?.args)).toMatchObject([
      { assigned_to: 'mia', assigned_users: [], taken_back: true },
      { assigned_to: null, assigned_users: ['mia', 'ben'] },
    ]);
  });

  it('adds and removes one collaborator beside the others', () => {
    const [none, both] = [task(1), task(2, { collaborators: ['mia', 'ben'] })];
    const of = (plan: ReturnType<typeof addCollaboratorPlan>) =>
      plan.map(({ change, back }) => [change.args, back?.args]);
    expect(of(addCollaboratorPlan([none, both], 'mia'))).toMatchObject([
      [{ collaborators: ['mia'] }, { collaborators: [] }],
    ]);
    expect(of(removeCollaboratorPlan([none, both], 'mia'))).toMatchObject([
      [{ collaborators: ['ben'] }, { collaborators: ['mia', 'ben'] }],
    ]);
  });

  it('reverts archiving by restoring', () => {
    const [step] = archivePlan([task(1)]);
    expect(step?.change.args).toMatchObject({ status: false });
    expect(step?.back?.args).toMatchObject({ status: true });
  });

  it('reports a selected task as hidden after it was archived, moved to another board or filtered out', () => {
    const found = [
      task(1, { name: 'Rope' }),
      task(2, { name: 'Rope', status: false }),
      task(3, { name: 'Rope', card: ID(7) }),
      task(4, { name: 'Pegs' }),
    ];
    const ids = [...found.map(({ id }) => id), ID(5)];
    const cards = [{ id: ID(9) }];
    const filter = { q: 'rope', today: '2026-11-21' };
    expect(hiddenOf(ids, found, cards, undefined)).toEqual([ID(2), ID(3), ID(5)]);
    expect(hiddenOf(ids, found, cards, filter)).toEqual([ID(2), ID(3), ID(4), ID(5)]);
  });

  it('reports how many tasks an undo reverted, and each reason for the others once', async () => {
    const answers = [
      [undefined, undefined, undefined],
      [NOT_YOURS, undefined, NOT_YOURS],
    ];
    const plan = archivePlan([task(1), task(2), task(3)]);
    const { done, reasons, undo } = await writePlan(answering(answers), plan);
    expect(done).toHaveLength(3);
    expect(reasons).toEqual([]);
    const undone = await undo?.();
    expect(undone).toMatchObject({ left: 2, reasons: ['Not yours'], isChanged: false });
    expect(undone?.done.map(({ id }) => id)).toEqual([ID(2)]);
  });

  it('reports once what the changes of several tasks leave out, of tasks that were changed', async () => {
    const plan = archivePlan([task(1), task(2), task(3)]).map((step, index) => ({
      ...step,
      lacks: index === 2 ? ['Other'] : ['Part'],
    }));
    const answers = [[undefined, undefined, NOT_YOURS]];
    const { reasons, left } = await writePlan(answering(answers), plan);
    expect([reasons, left]).toEqual([['Not yours', 'Part'], 1]);
  });

  it('reverts nothing when each of its undos is refused', async () => {
    const plan = archivePlan([task(1), task(2)]);
    const answers = [
      [undefined, undefined],
      [NOT_YOURS, NOT_YOURS],
    ];
    const { undo } = await writePlan(answering(answers), plan);
    const nothing = { done: [], left: 2, reasons: ['Not yours'], isChanged: false };
    expect(await undo?.()).toMatchObject(nothing);
  });

  it('offers no undo where the earlier value cannot be written again', async () => {
    const plan = flagPlan([task(1, { flag: null })], 'high');
    expect((await writePlan(answering([[undefined]]), plan)).undo).toBeUndefined();
  });

  it('undoes nothing that somebody has changed again, and says so', async () => {
    const plan = archivePlan([task(1), task(2), task(3)]);
    const written: (readonly Prepared[])[] = [];
    const device = {
      db,
      mutateAll: async (changes: readonly Prepared[]) => {
        written.push(changes);
        return changes.map(() => undefined);
      },
      stillApply: async () => [true, false, true],
    };
    const { undo } = await writePlan(device, plan);
    expect(await undo?.()).toMatchObject({
      left: 1,
      reasons: ['1 task was changed again and is left as it is'],
      isChanged: false,
    });
    expect(written[1]?.map(({ refs }) => refs[0]?.id)).toEqual([ID(1), ID(3)]);
    const gone = { ...device, stillApply: async () => [false, false, false] };
    const { undo: undoGone } = await writePlan(gone, plan);
    expect(await undoGone?.()).toMatchObject({ done: [], isChanged: true });
    expect(written).toHaveLength(3);
  });

  it('does not report a full disk again after it was shown', async () => {
    const full = refuse('storage_full', 'This device is full');
    const { done, left, reasons } = await writePlan(answering([[full, full]]), [
      ...archivePlan([task(1), task(2)]),
    ]);
    expect([done.length, left, reasons]).toEqual([0, 2, []]);
  });
});

describe('the undo where a card has been archived since', () => {
  const plans = { archivePlan, deletePlan };
  for (const [name, planOf] of Object.entries(plans)) {
    it(`[${name}] moves those tasks to the first active card, as they are now`, async () => {
      const some = [task(1), task(2), task(3, { card: ID(6) })];
      await putCard(ID(9), 'Doing', false);
      await putCard(ID(6), 'Later', true);
      // Moved by somebody else since, from the card that is archived now.
      await putTasks([task(1), task(2, { card: ID(6) }), task(3, { card: ID(6), rank: 'Z' })]);
      const { device, written } = recording();
      const { undo } = await writePlan(device, planOf(some));
      const undone = await undo?.();
      expect(written.at(-1)?.map(({ name: change, args }) => [change, args])).toMatchObject([
        ...some.map(({ id }) => [expect.any(String), { id, status: true }]),
        ['task-move', { id: ID(1), project: ID(8), card: ID(6) }],
      ]);
      // Behind the tasks of that card that return with it.
      expect(written.at(-1)?.at(-1)?.args).toHaveProperty('rank', ranksAfter('Z', 1)[0]);
      expect(undone).toMatchObject({
        left: 0,
        elsewhere: ['1 of them is in “Later” now, because its own card is archived'],
      });
    });
  }

  it('leaves out tasks that no card would show', async () => {
    await putCard(ID(9), 'Doing', false);
    await putTasks([task(1), task(2, { card: ID(5) })]);
    const { device, written } = recording();
    const { undo } = await writePlan(device, archivePlan([task(1), task(2, { card: ID(5) })]));
    expect(await undo?.()).toMatchObject({
      left: 1,
      reasons: ['This card has been archived'],
      elsewhere: [],
    });
    expect(written.at(-1)?.map(({ refs }) => refs[0]?.id)).toEqual([ID(2)]);
  });

  it('refuses the move of a task whose return is refused', async () => {
    await putCard(ID(9), 'Doing', false);
    await putCard(ID(6), 'Later', true);
    await putTasks([task(1, { created_by: '8', assigned_to: '7' })]);
    await db.dexie.table(teamMembers.table).put({
      id: memberId(ID(8), '7'),
      scope: 'directory',
      v: 1,
      project: ID(8),
      organization_user: '7',
      created_at: '2026-01-01T00:00:00Z',
    });
    const { device, written } = recording();
    const { undo } = await writePlan(device, archivePlan([task(1)]));
    await undo?.();
    const reader: Reader = { get: async (entity, id) => await rows(db, entity).get(id) };
    const [back, move] = await Promise.all(
      (written.at(-1) ?? []).map((change) => change.check(reader, LEVEL_4)),
    );
    expect(back).toMatchObject({ code: 'forbidden' });
    expect(move).toEqual(back);
    // Alone, the move is allowed.
    const alone = taskMove.prepare({ id: ID(1), project: ID(8), card: ID(6), rank: 'V' });
    expect(await alone.check(reader, LEVEL_4)).toBeUndefined();
  });
});

const NOT_YOURS = refuse('forbidden', 'Not yours');

/** Device that returns the next of these results for each batch of changes. */
function answering(answers: readonly (readonly (Refusal | undefined)[])[]) {
  const left = [...answers];
  return {
    db,
    mutateAll: () => Promise.resolve(left.shift() ?? []),
    stillApply: (changes: readonly unknown[]) => Promise.resolve(changes.map(() => true)),
  };
}

/** Device that accepts all changes. */
function recording() {
  const written: (readonly Prepared[])[] = [];
  const mutateAll = async (changes: readonly Prepared[]) => {
    written.push(changes);
    return changes.map(() => undefined);
  };
  return { device: { ...answering([]), mutateAll }, written };
}

async function putTasks(some: readonly Task[]): Promise<void> {
  await rows(db, tasks).bulkPut([...some]);
}

async function putCard(id: string, name: string, status: boolean): Promise<void> {
  const rest = { created_by: '7', created_at: '2026-01-01T00:00:00Z', rank: 'V' };
  const place = { scope: projectScope(ID(8)), v: 1, project: ID(8) };
  const lane = status ? ID(8) : `archived:${ID(8)}`;
  await db.dexie.table(cards.table).put({ id, name, status, ...place, ...rest, lane });
}

function task(number: number, change: Partial<Task> = {}): Task {
  return taskRow({ id: ID(number), project: ID(8), card: ID(9), ...change });
}
