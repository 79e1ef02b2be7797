import { describe, expect, test } from 'vitest';
import { completionOf, tickLabel } from '../../../src/data/task-completion.ts';
import { LEVEL_4 } from '../../support/actors.ts';

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
    expect(completionOf(task, LEVEL_4).state).toBe('open');
    expect(completionOf({ ...task, is_completed_employee: true }, LEVEL_4).state).toBe('waiting');
    expect(completionOf({ ...task, is_completed: true }, LEVEL_4).state).toBe('accepted');
  });

  test("is the creator's acceptance, also where the creator is the assignee", () => {
    const own = { ...task, created_by: '7' };
    expect(completionOf(own, LEVEL_4).completer).toBe('creator');
    expect(completionOf({ ...own, assigned_to: '7', is_completed: true }, LEVEL_4)).toMatchObject({
      completer: 'creator',
      ticked: true,
    });
  });

  test(`is the assignee's "done" until the creator has accepted`, () => {
    const mine = { ...task, assigned_to: '7' };
    expect(completionOf(mine, LEVEL_4)).toMatchObject({ completer: 'assignee', ticked: false });
    expect(completionOf({ ...mine, is_completed_employee: true }, LEVEL_4).ticked).toBe(true);
    expect(completionOf({ ...mine, is_completed: true }, LEVEL_4).completer).toBe('none');
  });

  test('is a plain mark for everybody else', () => {
    expect(completionOf(task, LEVEL_4).completer).toBe('none');
    expect(completionOf(task, undefined)).toMatchObject({ completer: 'none', locked: false });
  });

  test('is shown locked, with the reason, to creator and assignee without patch access', () => {
    const reader = { ...LEVEL_4, patch_access: false };
    const locked = { completer: 'creator', locked: true };
    expect(completionOf({ ...task, created_by: '7' }, reader)).toMatchObject(locked);
    expect(completionOf({ ...task, assigned_to: '7' }, reader)).toMatchObject({ locked: true });
    expect(completionOf(task, reader)).toMatchObject({ completer: 'none', locked: false });
    expect(completionOf({ ...task, created_by: '7' }, LEVEL_4).locked).toBe(false);
  });

  test("counts the completions of a multi-user task and recognises the viewer's own", () => {
    const multi = {
      ...task,
      assigned_to: null,
      assigned_users: ['7', '8', '9'],
      ticks: { '8': '2026-11-21T10:00:00Z' },
    };
    expect(completionOf(multi, LEVEL_4)).toMatchObject({
      done: 1,
      asked: 3,
      ticked: false,
      state: 'open',
    });
  });
});

describe('the toast after a click on the completion control', () => {
  test('reports completed and reopened for the creator', () => {
    const own = completionOf({ ...task, created_by: '7' }, LEVEL_4);
    expect(tickLabel(own, true)).toBe('Task completed');
    expect(tickLabel(own, false)).toBe('Task opened again');
  });

  test("reports waiting for the creator after the assignee's completion", () => {
    const mine = completionOf({ ...task, assigned_to: '7' }, LEVEL_4);
    expect(tickLabel(mine, true)).toBe('Marked as done, waiting for acceptance');
    expect(tickLabel(mine, false)).toBe('No longer marked as done');
  });

  test('reports no waiting while other assignees are missing or after the creator has accepted', () => {
    const several = { ...task, assigned_to: null, assigned_users: ['7', '8'] };
    expect(tickLabel(completionOf(several, LEVEL_4), true)).toBe('Marked as done');
    const last = { ...several, ticks: { 8: '2026-01-01T00:00:00Z' } };
    expect(tickLabel(completionOf(last, LEVEL_4), true)).toMatch(/waiting for acceptance/);
    const accepted = completionOf({ ...task, assigned_to: '7', is_completed: true }, LEVEL_4);
    expect(tickLabel({ ...accepted, completer: 'assignee' }, true)).toBe('Marked as done');
  });
});
