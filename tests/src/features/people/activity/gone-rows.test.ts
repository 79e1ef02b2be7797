import { expect, it } from 'vitest';
import { goneRows } from '../../../../../src/features/people/activity/gone-rows.ts';

function entry(row: string, action: 'created' | 'changed' | 'removed') {
  return { table: 'teams', row, action };
}

it('treats every entry of a removed row as deleted, but not of one that was created again', () => {
  const newestFirst = [
    entry('back', 'created'),
    entry('gone', 'removed'),
    entry('gone', 'changed'),
    entry('back', 'removed'),
    entry('gone', 'created'),
    entry('there', 'changed'),
  ];
  expect([...goneRows(newestFirst, [])]).toEqual(['teams|gone']);
});

it('treats a row on this device as existing, whatever a filtered log omits', () => {
  const ofWhoRemovedThem = [entry('back', 'removed'), entry('gone', 'removed')];
  const here = [{ table: 'teams', row: 'back' }];
  expect([...goneRows(ofWhoRemovedThem, here)]).toEqual(['teams|gone']);
});
