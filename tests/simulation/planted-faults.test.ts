import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_FAULTS, rulesOf } from './faults.ts';
import { runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { createTemplate } from './template.ts';
import type { Template } from './world.ts';

/** A fault that so many schedules do not notice is one the simulation is blind to. */
const MOST = 30;

describe('a simulation that finds nothing proves nothing until planted faults are found', () => {
  let template: (Template & { readonly remove: () => void }) | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  for (const fault of PLANTED_FAULTS) {
    it(`[${fault.rule}] ${fault.name}: a schedule breaks an invariant`, async () => {
      if (template === undefined) throw new Error('There is no template');
      const others = Array.from(
        { length: MOST },
        (_, index) => `${fault.theme}-${String(index + 1)}`,
      );
      const tried: string[] = [];
      for (const seed of [fault.seed, ...others]) {
        tried.push(seed);
        const outcome = await runSchedule({
          template,
          schedule: createSchedule(seed),
          rules: rulesOf(fault),
          serverFault: fault.server,
          unasked: fault.unasked,
        });
        if (outcome.violations.length > 0) return;
      }
      expect.fail(`not noticed in ${tried.join(', ')}`);
    });
  }
});
