import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { appSearchSchema } from '../../../src/data/app-search.ts';

describe('what an address may say about panels', () => {
  it('keeps a panel that exists and what it is about', () => {
    expect(v.parse(appSearchSchema, { panel: 'members', project: 'p1' })).toEqual({
      panel: 'members',
      project: 'p1',
    });
  });

  it('drops a panel that does not exist instead of failing', () => {
    expect(v.parse(appSearchSchema, { panel: 'secrets', task: 't1' }).panel).toBeUndefined();
    expect(v.parse(appSearchSchema, { panel: 'secrets', task: 't1' }).task).toBe('t1');
  });

  it('drops what is not text', () => {
    expect(v.parse(appSearchSchema, { task: 5, project: ['p'] }).task).toBeUndefined();
  });
});
