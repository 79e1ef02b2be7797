import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { canRun, createTemplate, type Template } from './template.ts';
import { SCHEDULES_EACH, THEME_NAMES, THEMES } from './themes.ts';

describe('random schedules of people, devices, a hostile network and a server that is killed', () => {
  let template: Template | undefined;
  beforeAll(async () => {
    template = await createTemplate();
  });
  afterAll(() => template?.remove());

  const wanted = process.env['SIM_SEED'];
  const themes = [...new Set(THEME_NAMES)].filter((theme) => canRun(THEMES[theme]));
  const seeds = themes.map((theme) =>
    Array.from({ length: SCHEDULES_EACH }, (_, index) => `${theme}-${String(index + 1)}`),
  );
  for (const group of wanted === undefined ? seeds : [[wanted]]) {
    it(`[invariants 1 to 19] hold in the schedules ${group[0] ?? ''} to ${group.at(-1) ?? ''}`, async () => {
      for (const seed of group) {
        if (template === undefined) throw new Error('There is no template');
        const outcome = await runSchedule({ template, schedule: createSchedule(seed) });
        if (outcome.violations.length > 0)
          expect.fail(failureOf(seed, outcome, wanted !== undefined));
      }
    });
  }

  it('runs schedules of every theme', () => {
    expect([...new Set(THEME_NAMES)].toSorted()).toEqual(Object.keys(THEMES).toSorted());
  });

  it('runs a seed the same way each time', async () => {
    if (template === undefined) throw new Error('There is no template');
    const schedule = createSchedule('crashes-1');
    const first = await runSchedule({ template, schedule });
    const second = await runSchedule({ template, schedule });
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.notes).toEqual(first.notes);
  });
});

/** The broken invariant and the command that replays the seed; with every event when a single seed is replayed. */
function failureOf(seed: string, { violations, notes }: Outcome, isReplay: boolean): string {
  const found = violations.map(
    ({ invariant, what, at }) => `${String(at)} ms: ${invariant}: ${what}`,
  );
  const again = `SIM_SEED=${seed} npx vitest run tests/simulation/schedules.test.ts`;
  return [...(isReplay ? notes : []), ...found, `replay with: ${again}`].join('\n');
}
