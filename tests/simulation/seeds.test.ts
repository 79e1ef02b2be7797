import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepOnly } from './minimise.ts';
import { runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { createTemplate, type Template } from './template.ts';

/** `keep`: indices of the required events; all events when missing. */
const foundSchema = v.object({
  seed: v.string(),
  found: v.string(),
  keep: v.optional(v.array(v.number())),
});

const FOLDER = join(import.meta.dirname, 'seeds');

describe('schedules that once broke an invariant', () => {
  let template: Template | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  for (const name of readdirSync(FOLDER).toSorted()) {
    const { seed, found, keep } = v.parse(
      v.pipe(v.string(), v.parseJson(), foundSchema),
      readFileSync(join(FOLDER, name), 'utf8'),
    );
    it(`${seed} holds: ${found}`, async () => {
      if (template === undefined) throw new Error('There is no template');
      const all = createSchedule(seed);
      const schedule = keep === undefined ? all : keepOnly(all, keep);
      const outcome = await runSchedule({ template, schedule });
      expect(outcome.violations).toEqual([]);
    });
  }
});
