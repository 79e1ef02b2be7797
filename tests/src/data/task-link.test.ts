import { expect, it } from 'vitest';
import { taskLink } from '../../../src/data/task-link.ts';

it('a link to a task contains its board, the task and the target in it, and nothing else', () => {
  const link = taskLink('hut & trail', { task: 't', comment: 'c' }, 'https://cairn.example');
  expect(link).toBe('https://cairn.example/workspace/hut%20%26%20trail?task=t&comment=c');
});
