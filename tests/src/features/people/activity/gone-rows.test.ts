import { expect, it } from 'vitest';
import { goneRows } from '../../../../../src/features/people/activity/gone-rows.ts';

function entry(row: string, action: 'created' | 'changed' | 'removed') {
  return { table: 'teams', row, action };
}

it('a row that was removed is gone in all of its history, one that was made again is not', () => {
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

it('a row of this device is not gone, whatever a filtered history leaves out', () => {
  const ofWhoRemovedThem = [entry('back', 'removed'), entry('gone', 'removed')];
  const here = [{ table: 'teams', row: 'back' }];
  expect([...goneRows(ofWhoRemovedThem, here)]).toEqual(['teams|gone']);
});
