import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { appSearchSchema } from '../../../src/data/app-search.ts';

describe('panels in an address', () => {
  it('keeps a known panel and its parameters', () => {
    expect(v.parse(appSearchSchema, { panel: 'members', project: 'p1' })).toEqual({
      panel: 'members',
      project: 'p1',
    });
  });

  it('drops an unknown panel without an error', () => {
    expect(v.parse(appSearchSchema, { panel: 'secrets', task: 't1' }).panel).toBeUndefined();
    expect(v.parse(appSearchSchema, { panel: 'secrets', task: 't1' }).task).toBe('t1');
  });

  it('drops values that are not text', () => {
    expect(v.parse(appSearchSchema, { task: 5, project: ['p'] }).task).toBeUndefined();
  });
});
