import { describe, expect, it } from 'vitest';
import { type Task, tasks } from '../../../../model/entities/task.ts';
import { taskAssign } from '../../../../model/mutations/task/task-assign.ts';
import { taskCompleteEmployee } from '../../../../model/mutations/task/task-complete-employee.ts';
import { taskSendBack } from '../../../../model/mutations/task/task-send-back.ts';
import type { Actor } from '../../../../model/permissions/actor.ts';
import { taskRow } from '../../../support/task-row.ts';
import { LEVEL_4 } from '../../../support/actors.ts';

const PROJECT = '0198c000-0000-7000-8000-000000000001';
const TASK = '0198c000-0000-7000-8000-000000000002';
const STEP = '0198c000-0000-7000-8000-000000000003';
const AT = '2026-11-21T10:00:00Z';
const actor: Actor = { ...LEVEL_4, orgUserId: '1', userId: '1' };

describe('the tick of an assignee who is replaced', () => {
  const done = taskRow({
    id: TASK,
    project: PROJECT,
    created_by: '1',
    assigned_to: '7',
    is_completed_employee: true,
    is_completed_emp_at: AT,
  });

  it('does not count for the next one', () => {
    expect(assigned(done, '8')).toMatchObject({
      assigned_to: '8',
      is_completed_employee: false,
      is_completed_emp_at: null,
    });
  });

  it('counts again when the assignment is undone, also after a further one', () => {
    const back = { assigned_to: '7', is_completed_employee: true, is_completed_emp_at: AT };
    expect(taken(assigned(done, '8'), '7')).toEqual(done);
    const twice = assigned(assigned(done, '8'), null);
    expect(taken(taken(twice, '8'), '7')).toMatchObject(back);
  });

  it('is removed when they are assigned again: they have not ticked the new assignment', () => {
    const anew = assigned(assigned(done, '8'), '7');
    expect(anew).toMatchObject({ is_completed_employee: false, ticks: {} });
    expect(taken(assigned(anew, '8'), '7').is_completed_employee).toBe(false);
  });

  it('is removed when they are assigned again beside others', () => {
    const anew = run(assigned(done, '8'), { assigned_to: null, assigned_users: ['7', '8'] });
    expect(anew.ticks).toEqual({});
  });

  it("is sent as the device's intended value", () => {
    const args = { id: TASK, project: PROJECT, assigned_to: '7', assigned_users: [] };
    const { body } = taskAssign.prepare({ ...args, taken_back: true }).call;
    expect(body).toMatchObject({ taken_back: true });
    expect(taskAssign.prepare(args).call.body).not.toHaveProperty('taken_back');
  });
});

describe('the tick of one of several assignees who is removed', () => {
  const LATER = '2026-11-22T10:00:00Z';
  const several = taskRow({
    id: TASK,
    project: PROJECT,
    created_by: '1',
    assigned_users: ['7', '8', '9'],
    ticks: { 7: AT },
  });
  const people = (...assigned_users: string[]) => ({ assigned_to: null, assigned_users });

  it('counts again when the removal is undone, whoever is left', () => {
    const back = { ...people('7', '8', '9'), taken_back: true };
    for (const after of [run(several, people('8', '9')), assigned(several, '8')]) {
      expect(run(after, back)).toEqual(several);
    }
    expect(run(assigned(several, null), back)).toEqual(several);
    const asSeveral = run(several, people('8', '9'));
    expect(taken(asSeveral, '7')).toMatchObject({ is_completed_employee: true });
  });

  it('does not count meanwhile, for whether all have ticked and when the last did', () => {
    const late = { ...several, ticks: { 7: LATER, 8: AT } };
    const [left, both] = [run(late, people('8', '9')), ticked(run(late, people('8', '9')), '9')];
    expect(left).toMatchObject({ is_completed_employee: false, is_completed_emp_at: null });
    expect(both).toMatchObject({ is_completed_employee: true, is_completed_emp_at: AT });
    const reopened = taskSendBack.prepare({
      id: TASK,
      reason: 'Not dry yet',
      at: null,
      step: { id: STEP, project: PROJECT, people: ['9'] },
    });
    const [effect] = reopened.effects({ actor, at: 0 });
    expect(tasks.parse(effect?.apply(both)).is_completed_employee).toBe(false);
    expect(run(late, people('8', '10'))).toMatchObject({ is_completed_employee: false });
    expect(assigned(late, '9')).toMatchObject({ is_completed_employee: false });
  });

  it('is removed when they are assigned again: they have not ticked the new assignment', () => {
    const anew = run(run(several, people('8', '9')), people('7', '8', '9'));
    expect(anew).toMatchObject({ assigned_users: ['7', '8', '9'] });
    expect(anew.ticks).toEqual({});
  });
});

it('an assignee who stays keeps the tick when a further one joins and when one leaves', () => {
  const done = taskRow({
    id: TASK,
    project: PROJECT,
    created_by: '1',
    assigned_to: '7',
    is_completed_employee: true,
    is_completed_emp_at: AT,
  });
  const both = run(done, { assigned_to: null, assigned_users: ['7', '8'] });
  expect(both).toMatchObject({ ticks: { 7: AT }, is_completed_employee: false });
  const alone = { assigned_to: '7', is_completed_employee: true, is_completed_emp_at: AT };
  expect(assigned(both, '7')).toMatchObject(alone);
  expect(taken(both, '7')).toEqual(done);
  expect(assigned(both, '8')).toMatchObject({ is_completed_employee: false });
});

function assigned(row: Task, assigned_to: string | null): Task {
  return run(row, { assigned_to, assigned_users: [] });
}

function taken(row: Task, assigned_to: string): Task {
  return run(row, { assigned_to, assigned_users: [], taken_back: true });
}

function ticked(row: Task, orgUserId: string): Task {
  const { effects } = taskCompleteEmployee.prepare({ id: TASK, done: true, at: AT });
  const [effect] = effects({ actor: { ...actor, orgUserId }, at: Date.parse(AT) });
  return tasks.parse(effect?.apply(row));
}

function run(row: Task, people: object): Task {
  const { effects } = taskAssign.prepare({ id: TASK, project: PROJECT, ...people });
  const [effect] = effects({ actor, at: 0 });
  return tasks.parse(effect?.apply(row));
}
