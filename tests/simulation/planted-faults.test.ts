import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED_FAULTS } from './faults.ts';
import type { PlantedFault } from './planted-fault.ts';
import { type Outcome, runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { canRun, createTemplate, type Template } from './template.ts';
import { SCHEDULES_EACH, THEMES } from './themes.ts';

describe('the simulation detects each planted fault', () => {
  let template: Template | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  /** Seeds that several faults share run without a fault once; every invariant is asked then. */
  const sound = new Map<string, Promise<Outcome>>();
  const soundRun = (shared: Template, seed: string) => {
    const run =
      sound.get(seed) ?? runSchedule({ template: shared, schedule: createSchedule(seed) });
    sound.set(seed, run);
    return run;
  };

  for (const fault of PLANTED_FAULTS) {
    it.skipIf(!canRun(THEMES[fault.theme]))(
      `[${fault.rule}] ${fault.name}: breaks "${fault.breaks}", and nothing without the fault`,
      async () => {
        if (template === undefined) throw new Error('There is no template');
        for (const seed of seedsFor(fault)) {
          const { engine: engineFault, server: serverFault, unasked } = fault;
          const schedule = createSchedule(seed);
          const broken = await runSchedule({
            template,
            schedule,
            unasked,
            engineFault,
            serverFault,
          });
          if (!broken.violations.some(({ invariant }) => invariant.startsWith(fault.breaks)))
            continue;
          if (!isInTheSuite(seed)) expect((await soundRun(template, seed)).violations).toEqual([]);
          if (seed !== fault.seed) console.warn(`${fault.name}: ${seed} detects it first`);
          return;
        }
        expect.unreachable(`not noticed in any schedule of ${fault.theme}, first ${fault.seed}`);
      },
    );
  }
});

/** True for the schedules that `schedules.test.ts` runs without a fault and expects to break nothing. */
function isInTheSuite(seed: string): boolean {
  return Number(seed.split('-').at(-1)) <= SCHEDULES_EACH;
}

/**
 * Number of further schedules of its theme that are tried when a change of the engine has changed the schedule of the
 * seed.
 */
const OTHERS = 30;

function seedsFor({ seed, theme }: PlantedFault): readonly string[] {
  const others = Array.from({ length: OTHERS }, (_, index) => `${theme}-${String(index + 1)}`);
  return [...new Set([seed, ...others])];
}
