import { describe, expect, it } from 'vitest';
import type { Task } from '../../../model/entities/task.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import { writePlan, hiddenOf } from '../../../src/data/bulk-tasks.ts';
import {
  addCollaboratorPlan,
  archivePlan,
  assignPlan,
  flagPlan,
  removeCollaboratorPlan,
} from '../../../src/data/task-plans.ts';
import { type Refusal, refuse } from '../../../model/shared/errors.ts';
import { taskRow } from '../../support/task-row.ts';

const ID = (last: number) => `01920000-0000-7000-8000-00000000000${last}`;

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
    expect(await undo?.()).toEqual(nothing);
  });

  it('offers no undo where the earlier value cannot be written again', async () => {
    const plan = flagPlan([task(1, { flag: null })], 'high');
    expect((await writePlan(answering([[undefined]]), plan)).undo).toBeUndefined();
  });

  it('undoes nothing that somebody has changed again, and says so', async () => {
    const plan = archivePlan([task(1), task(2), task(3)]);
    const written: (readonly Prepared[])[] = [];
    const device = {
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

const NOT_YOURS = refuse('forbidden', 'Not yours');

/** Device that returns the next of these results for each batch of changes. */
function answering(answers: readonly (readonly (Refusal | undefined)[])[]) {
  const left = [...answers];
  return {
    mutateAll: () => Promise.resolve(left.shift() ?? []),
    stillApply: (changes: readonly unknown[]) => Promise.resolve(changes.map(() => true)),
  };
}

function task(number: number, change: Partial<Task> = {}): Task {
  return taskRow({ id: ID(number), project: ID(8), card: ID(9), ...change });
}
