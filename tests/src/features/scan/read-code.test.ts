import { expect, test } from 'vitest';
import { taskCodeLink, taskLink } from '../../../../src/data/task-link.ts';
import { readCode } from '../../../../src/features/scan/read-code.ts';

const ORIGIN = 'https://cairn.example';
const TASK = '0191f7c0-3a5e-7d10-8f00-1c2d3e4f5a6b';

test('the code of a task names its board, its task and its organisation', () => {
  const link = taskCodeLink('hut & trail', { task: TASK, organization: '7' }, ORIGIN);
  expect(readCode(link, ORIGIN)).toEqual({
    kind: 'task',
    slug: 'hut & trail',
    task: TASK,
    organization: '7',
  });
});

test('a copied link of a task is a code without an organisation', () => {
  const link = taskLink('hut', { task: TASK, comment: 'c' }, ORIGIN);
  expect(readCode(link, ORIGIN)).toMatchObject({ kind: 'task', organization: undefined });
});

test('a code of another server names it', () => {
  const link = taskCodeLink('hut', { task: TASK, organization: '7' }, 'https://other.example:8443');
  expect(readCode(link, ORIGIN)).toEqual({ kind: 'elsewhere', host: 'other.example:8443' });
});

test.each([
  'Bolt M8 x 40',
  'https://example.org/',
  'javascript:alert(1)',
  `${ORIGIN}/workspace/hut`,
  `${ORIGIN}/workspace/hut?task=1`,
  `${ORIGIN}/home-view?task=${TASK}`,
])('%s is no code of a task', (text) => {
  expect(readCode(text, ORIGIN)).toEqual({ kind: 'foreign' });
});
