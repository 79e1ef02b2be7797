import { describe, expect, it } from 'vitest';
import {
  fieldLabel,
  type NameOf,
  titleOf,
  formatValue,
} from '../../../../../src/features/people/activity/activity-format.ts';

const NAMES: Readonly<Record<string, string>> = { 'cards|1': 'To do', 'labels|1': 'Soil' };
const nameOf: NameOf = (table, id) => NAMES[`${table}|${id}`];

const at = (table: string, field: string) => ({ table, field });

describe('the text of an activity entry', () => {
  it('contains the names of referenced rows, and reports deleted ones', () => {
    expect(formatValue(at('tasks', 'card'), '1', nameOf)).toBe('To do');
    expect(formatValue(at('tasks', 'label'), '1', nameOf)).toBe('Soil');
    expect(formatValue(at('projects', 'workspace'), '1', nameOf)).toBe('something that is gone');
    expect(formatValue(at('teams', 'members'), [], nameOf)).toBe('nobody');
  });

  it('contains the names of the people who completed the task', () => {
    const people: NameOf = (table, id) => (table === 'people' && id === '7' ? 'Ben' : undefined);
    expect(formatValue(at('tasks', 'ticks'), { 7: '2026-11-21T10:00:00Z' }, people)).toBe('Ben');
    expect(formatValue(at('tasks', 'ticks'), {}, people)).toBe('nobody');
  });

  it('contains dates and times as the viewer reads them', () => {
    const value = (field: string, stored: string) =>
      formatValue({ table: 'tasks', field }, stored, () => undefined);
    expect(value('end_date', '2026-12-09')).toBe('09/12/2026');
    expect(value('is_completed_emp_at', '2025-01-29T21:10:00Z')).toMatch(/^\d+ Jan 2025 \d\d:10$/);
  });

  it('never contains the id of a file', () => {
    const id = '0198c000-0000-7000-8000-000000000001';
    for (const [table, field] of [
      ['projects', 'background_image'],
      ['org_users', 'profile_image'],
      ['workspaces', 'image'],
      ['tasks', 'document'],
      ['subtasks', 'document'],
      ['comments', 'attachment'],
    ] as const) {
      expect(formatValue(at(table, field), id, nameOf)).toBe('a file');
    }
  });

  it('uses the field labels of the screens', () => {
    expect(fieldLabel('workspaces', 'desc')).toBe('Description');
    expect(fieldLabel('workspaces', 'some_new_field')).toBe('Some new field');
  });

  it('identifies a comment by its text, else by its task, and never by an id', () => {
    const row = '01a20904-0000-7000-8000-000000000001';
    const people: NameOf = (table, id) => (table === 'people' && id === '7' ? 'Ben' : undefined);
    const commented: NameOf = (table, id) =>
      table === 'commented' && id === row ? 'Mend the bridge' : undefined;
    const entry = { table: 'comments', row, name: '' };
    expect(titleOf({ ...entry, name: 'Ask @[7]' }, people)).toBe('Ask @Ben');
    expect(titleOf(entry, commented)).toBe('on “Mend the bridge”');
    expect(titleOf(entry, nameOf)).toBe('');
    expect(titleOf({ ...entry, table: 'tasks' }, nameOf)).toBe('');
    expect(formatValue(at('comments', 'comment'), 'Ask @[7]', people)).toBe('Ask @Ben');
    expect(formatValue(at('comments', 'task'), row, nameOf)).toBe('something');
  });
});
