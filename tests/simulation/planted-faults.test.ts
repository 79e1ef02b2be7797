import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_FAULTS, rulesOf } from './faults.ts';
import { runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { createTemplate } from './template.ts';
import type { Template } from './world.ts';

describe('a simulation that finds nothing proves nothing until planted faults are found', () => {
  let template: (Template & { readonly remove: () => void }) | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  for (const fault of PLANTED_FAULTS) {
    it(`[${fault.rule}] ${fault.name}: ${fault.seed} breaks "${fault.breaks}", and nothing without the fault`, async () => {
      if (template === undefined) throw new Error('There is no template');
      const world = {
        template,
        schedule: createSchedule(fault.seed),
        unasked: fault.unasked,
      };
      const sound = await runSchedule(world);
      expect(sound.violations).toEqual([]);
      const broken = await runSchedule({
        ...world,
        rules: rulesOf(fault),
        serverFault: fault.server,
      });
      const broke = broken.violations.map(({ invariant }) => invariant);
      expect(broke).toContainEqual(expect.stringMatching(`^${fault.breaks}`));
    });
  }
});
