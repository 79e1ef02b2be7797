import { describe, expect, it } from 'vitest';
import { LIST_COLUMNS, titleOf } from '../../../../src/features/dashboard/list-columns.ts';

describe('the headings of the project list', () => {
  const titles = (isSpecial: boolean) => LIST_COLUMNS.map((column) => titleOf(column, isSpecial));

  it('depend on the special-role setting as those of the overview do', () => {
    expect(titles(false)).toEqual(expect.arrayContaining(['Task Name', 'Label']));
    expect(titles(true)).toEqual(expect.arrayContaining(['Task Details', 'Sub-Task']));
    expect(titles(true)).not.toEqual(expect.arrayContaining(['Task Name']));
    expect(titles(true)).toHaveLength(titles(false).length);
  });
});
