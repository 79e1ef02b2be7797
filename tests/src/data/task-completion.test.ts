import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import { completionOf, tickLabel } from '../../../src/data/task-completion.ts';

const actor: Actor = {
  orgId: '1',
  orgUserId: '7',
  userId: '7',
  level: 'Level 4',
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: true,
};
const task = {
  created_by: '1',
  assigned_to: '2',
  assigned_users: [],
  ticks: {},
  is_completed: false,
  is_completed_employee: false,
};

describe('the completion control of a tile', () => {
  test('reads open, waiting for acceptance, accepted', () => {
    expect(completionOf(task, actor).state).toBe('open');
    expect(completionOf({ ...task, is_completed_employee: true }, actor).state).toBe('waiting');
    expect(completionOf({ ...task, is_completed: true }, actor).state).toBe('accepted');
  });

  test("is the creator's acceptance, also where the creator is the assignee", () => {
    const own = { ...task, created_by: '7' };
    expect(completionOf(own, actor).completer).toBe('creator');
    expect(completionOf({ ...own, assigned_to: '7', is_completed: true }, actor)).toMatchObject({
      completer: 'creator',
      ticked: true,
    });
  });

  test(`is the assignee's "done" until the creator has accepted`, () => {
    const mine = { ...task, assigned_to: '7' };
    expect(completionOf(mine, actor)).toMatchObject({ completer: 'assignee', ticked: false });
    expect(completionOf({ ...mine, is_completed_employee: true }, actor).ticked).toBe(true);
    expect(completionOf({ ...mine, is_completed: true }, actor).completer).toBe('none');
  });

  test('is a plain mark for everybody else', () => {
    expect(completionOf(task, actor).completer).toBe('none');
    expect(completionOf(task, undefined)).toMatchObject({ completer: 'none', locked: false });
  });

  test('is shown locked, with the reason, to creator and assignee without patch access', () => {
    const reader = { ...actor, patch_access: false };
    const locked = { completer: 'creator', locked: true };
    expect(completionOf({ ...task, created_by: '7' }, reader)).toMatchObject(locked);
    expect(completionOf({ ...task, assigned_to: '7' }, reader)).toMatchObject({ locked: true });
    expect(completionOf(task, reader)).toMatchObject({ completer: 'none', locked: false });
    expect(completionOf({ ...task, created_by: '7' }, actor).locked).toBe(false);
  });

  test("counts the completions of a multi-user task and recognises the viewer's own", () => {
    const multi = {
      ...task,
      assigned_to: null,
      assigned_users: ['7', '8', '9'],
      ticks: { '8': '2026-11-21T10:00:00Z' },
    };
    expect(completionOf(multi, actor)).toMatchObject({
      done: 1,
      asked: 3,
      ticked: false,
      state: 'open',
    });
  });
});

describe('the toast after a click on the completion control', () => {
  test('reports completed and reopened for the creator', () => {
    const own = completionOf({ ...task, created_by: '7' }, actor);
    expect(tickLabel(own, true)).toBe('Task completed');
    expect(tickLabel(own, false)).toBe('Task opened again');
  });

  test("reports waiting for the creator after the assignee's completion", () => {
    const mine = completionOf({ ...task, assigned_to: '7' }, actor);
    expect(tickLabel(mine, true)).toBe('Marked as done, waiting for acceptance');
    expect(tickLabel(mine, false)).toBe('No longer marked as done');
  });

  test('reports no waiting while other assignees are missing or after the creator has accepted', () => {
    const several = { ...task, assigned_to: null, assigned_users: ['7', '8'] };
    expect(tickLabel(completionOf(several, actor), true)).toBe('Marked as done');
    const last = { ...several, ticks: { 8: '2026-01-01T00:00:00Z' } };
    expect(tickLabel(completionOf(last, actor), true)).toMatch(/waiting for acceptance/);
    const accepted = completionOf({ ...task, assigned_to: '7', is_completed: true }, actor);
    expect(tickLabel({ ...accepted, completer: 'assignee' }, true)).toBe('Marked as done');
  });
});
