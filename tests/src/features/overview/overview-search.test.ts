import * as v from 'valibot';
import { expect, it } from 'vitest';
import { overviewSearchSchema } from '../../../../src/features/overview/overview-search.ts';

const parse = (address: object) => v.parse(overviewSearchSchema, address);

it('reads lists of values, and an older address with one value', () => {
  expect(parse({ status: ['WIP', 'Over Due'], assignee: ['7', '8'], of: ['p'] })).toMatchObject({
    status: ['WIP', 'Over Due'],
    assignee: ['7', '8'],
    of: ['p'],
  });
  expect(parse({ status: 'WIP', assignee: '7', of: 'p' })).toMatchObject({
    status: ['WIP'],
    assignee: ['7'],
    of: ['p'],
  });
});

it('drops invalid and repeated values; an empty list is no filter', () => {
  expect(parse({ status: ['WIP', 'Lost', 4, 'WIP'] }).status).toEqual(['WIP']);
  expect(parse({ status: 'Lost', assignee: [], of: { id: 1 } })).toEqual({});
  expect(parse({ q: 7, sort: 'assignee-at', page: 0, dir: 'up', created: 'never' })).toEqual({});
  expect(parse({ q: 'ropes', sort: 'assignee-completed' })).toMatchObject({
    q: 'ropes',
    sort: 'assignee-completed',
  });
});
