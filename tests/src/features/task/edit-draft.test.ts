import { describe, expect, test } from 'vitest';
import { changesOf, editDraftOf, editedValues } from '../../../../src/features/task/edit-draft.ts';

const task = {
  name: 'Order gaskets',
  description: 'Twelve of them.',
  start_date: null,
  end_date: '2026-11-25',
  asks: [],
};

describe('Update Task', () => {
  test('writes nothing when nothing was changed', () => {
    expect(changesOf(task, editDraftOf(task))).toEqual({});
  });

  test('writes only changed fields, and null for a cleared date', () => {
    const draft = { ...editDraftOf(task), name: ' Order seals ', end_date: '' };
    expect(changesOf(task, draft)).toEqual({ name: 'Order seals', end_date: null });
  });

  test('writes what the task asks for, in one order, and only when it was changed', () => {
    const draft = { ...editDraftOf(task), asks: ['signature', 'remark'] };
    expect(changesOf(task, draft)).toEqual({ asks: ['remark', 'signature'] });
    expect(changesOf({ ...task, asks: ['remark', 'signature'] }, draft)).toEqual({});
  });

  test('sends a description with its base, also when the task has changed since', () => {
    const draft = { ...editDraftOf(task), description: 'Twenty of them.' };
    const changed = { ...task, description: 'Thirteen of them.' };
    expect(changesOf(changed, draft)).toEqual({
      description: 'Twenty of them.',
      description_base: 'Twelve of them.',
    });
  });

  test("does not overwrite a colleague's name and dates with unedited ones", () => {
    const values = { ...editDraftOf(task), description: 'Twenty of them.' };
    const changed = { ...task, name: 'Order seals', end_date: null };
    const draft = { values, changes: { description: 'Twenty of them.' } };
    expect(changesOf(changed, editedValues(changed, draft))).toEqual({
      description: 'Twenty of them.',
      description_base: 'Twelve of them.',
    });
  });

  test("does not overwrite a colleague's description with an unedited one", () => {
    const changed = { ...task, description: 'Thirteen of them.' };
    expect(changesOf(changed, editDraftOf(task))).toEqual({});
  });
});
