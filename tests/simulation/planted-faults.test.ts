import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_FAULTS, type PlantedFault } from './faults.ts';
import { runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { createTemplate } from './template.ts';
import type { Template } from './setup.ts';

describe('the simulation detects each planted fault', () => {
  let template: (Template & { readonly remove: () => void }) | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  for (const fault of PLANTED_FAULTS) {
    it(`[${fault.rule}] ${fault.name}: breaks "${fault.breaks}", and nothing without the fault`, async () => {
      if (template === undefined) throw new Error('There is no template');
      for (const seed of seedsFor(fault)) {
        const setup = { template, schedule: createSchedule(seed), unasked: fault.unasked };
        const { engine: engineFault, server: serverFault } = fault;
        const broken = await runSchedule({ ...setup, engineFault, serverFault });
        if (!broken.violations.some(({ invariant }) => invariant.startsWith(fault.breaks)))
          continue;
        const sound = await runSchedule(setup);
        expect(sound.violations).toEqual([]);
        return;
      }
      expect.unreachable(`not noticed in any schedule of ${fault.theme}, first ${fault.seed}`);
    });
  }
});

/**
 * Number of further schedules of its theme that are tried when a change of the engine has changed the schedule of the
 * seed.
 */
const OTHERS = 30;

function seedsFor({ seed, theme }: PlantedFault): readonly string[] {
  const others = Array.from({ length: OTHERS }, (_, index) => `${theme}-${String(index + 1)}`);
  return [...new Set([seed, ...others])];
}
