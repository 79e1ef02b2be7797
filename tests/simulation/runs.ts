import { PLANTED_FAULTS } from './faults.ts';
import { minimise } from './minimise.ts';
import { type Outcome, runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { THEME_NAMES, THEMES } from './themes.ts';
import { canRun, type Template } from './template.ts';
import { startWatchdog } from './watchdog.ts';

/** Runs of main.ts; each prints its findings. */

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** True when the schedule of the seed holds. */
export async function replay(setup: Template, seed: string): Promise<boolean> {
  const outcome = await runSchedule({ template: setup, schedule: createSchedule(seed) });
  for (const note of outcome.notes) print(note);
  printOutcome(outcome);
  return outcome.violations.length === 0;
}

export interface Bounds {
  readonly count: number;
  readonly minutes: number;
  /** Number of the first seed of each theme. */
  readonly from: number;
  readonly theme: string | undefined;
}

const REPORTED_EVERY = 500;

/** Returns the number of failed schedules. SIGINT ends the run after the current one. */
export async function runMany(setup: Template, bounds: Bounds): Promise<number> {
  const { count, minutes, from } = bounds;
  const end = Date.now() + minutes * 60_000;
  const themes = [...new Set(THEME_NAMES)].filter(
    (theme) => (bounds.theme === undefined || theme === bounds.theme) && canRun(THEMES[theme]),
  );
  const watchdog = await startWatchdog();
  let failures = 0;
  let ran = 0;
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  for (let index = 0; index < count && Date.now() < end && !isStopped; index += 1) {
    const theme = themes[index % themes.length] ?? 'mixed';
    const seed = `${theme}-${String(from + Math.floor(index / themes.length))}`;
    const schedule = createSchedule(seed);
    watchdog.watch(seed);
    const outcome = await runSchedule({ template: setup, schedule });
    watchdog.rest();
    ran += 1;
    if (ran % REPORTED_EVERY === 0) print(`${String(ran)} schedules so far`);
    if (outcome.violations.length === 0) continue;
    failures += 1;
    printOutcome(outcome);
    const { kept } = await minimise({ template: setup, schedule });
    print(`  smallest form: { "seed": "${seed}", "keep": ${JSON.stringify(kept)} }`);
  }
  await watchdog.end();
  print(`${String(ran)} schedules, ${String(failures)} failed`);
  return failures;
}

function printOutcome({ seed, violations, fingerprint, figures }: Outcome): void {
  print(
    `${violations.length === 0 ? 'ok' : 'FAILED'} ${seed} (${fingerprint}) ${JSON.stringify(figures)}`,
  );
  for (const { invariant, what, at } of violations)
    print(`  ${String(at)} ms: ${invariant}: ${what}`);
}

/** Of all faults, or those of one theme or rule. Needs the sources with their switches (source-switches.ts). */
export async function countFaults(
  setup: Template,
  count: number,
  only: string | undefined,
): Promise<void> {
  const faults = PLANTED_FAULTS.filter(
    ({ rule, theme }) =>
      (only === undefined || theme === only || rule === only) && canRun(THEMES[theme]),
  );
  for (const { rule, name, theme, breaks, engine, server, unasked } of faults) {
    const found: string[] = [];
    for (let index = 1; index <= count; index += 1) {
      const seed = `${theme}-${String(index)}`;
      const begun = performance.now();
      const outcome = await runSchedule({
        template: setup,
        schedule: createSchedule(seed),
        engineFault: engine,
        serverFault: server,
        unasked,
      });
      const isFound = outcome.violations.some(({ invariant }) => invariant.startsWith(breaks));
      const time = `${String(Math.round(performance.now() - begun))} ms`;
      if (isFound) found.push(seed);
      print(
        `  ${seed}: ${isFound ? 'found' : `not found (${outcome.violations[0]?.invariant ?? 'holds'})`}, ${time}`,
      );
    }
    const first = found[0] ?? 'none';
    print(`${rule} | ${name} | ${theme} | ${String(found.length)} of ${String(count)} | ${first}`);
  }
}
