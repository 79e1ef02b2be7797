/**
 * `npm run sim -- [--count N] [--minutes M] [--theme T] [--from N] [--seed S] [--faults]`: runs schedules until one of
 * the bounds, prints each failure with its smallest form, and a summary. `--seed` replays one and prints what
 * happened; `--faults` leaves out one rule after the other and counts in how many schedules that is noticed.
 */
import { parseArgs } from 'node:util';
import { PLANTED_FAULTS, rulesOf } from './faults.ts';
import { minimise } from './minimise.ts';
import { type Outcome, runSchedule } from './run-schedule.ts';
import { createSchedule } from './schedule.ts';
import { createTemplate } from './template.ts';
import { THEME_NAMES } from './themes.ts';
import type { Template } from './setup.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '60' },
    from: { type: 'string', default: '1' },
    theme: { type: 'string' },
    seed: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
});

const template = await createTemplate();
try {
  if (values.seed !== undefined) process.exitCode = (await replay(template, values.seed)) ? 0 : 1;
  else if (values.faults) await countFaults(template, Number(values.count));
  else process.exitCode = (await runMany(template)) === 0 ? 0 : 1;
} finally {
  template.remove();
}

async function replay(setup: Template, seed: string): Promise<boolean> {
  const outcome = await runSchedule({ template: setup, schedule: createSchedule(seed) });
  for (const note of outcome.notes) print(note);
  printOutcome(outcome);
  return outcome.violations.length === 0;
}

async function runMany(setup: Template): Promise<number> {
  const from = Number(values.from);
  const end = Date.now() + Number(values.minutes) * 60_000;
  const themes = [...new Set(THEME_NAMES)].filter(
    (theme) => values.theme === undefined || theme === values.theme,
  );
  let failures = 0;
  let ran = 0;
  for (let index = 0; index < Number(values.count) && Date.now() < end; index += 1) {
    const theme = themes[index % themes.length] ?? 'mixed';
    const seed = `${theme}-${String(from + Math.floor(index / themes.length))}`;
    const schedule = createSchedule(seed);
    const outcome = await runSchedule({ template: setup, schedule });
    ran += 1;
    if (outcome.violations.length === 0) continue;
    failures += 1;
    printOutcome(outcome);
    const { kept } = await minimise({ template: setup, schedule });
    print(`  smallest form: { "seed": "${seed}", "keep": ${JSON.stringify(kept)} }`);
  }
  print(`${String(ran)} schedules, ${String(failures)} failed`);
  return failures;
}

function printOutcome({ seed, violations, fingerprint, figures: context }: Outcome): void {
  print(
    `${violations.length === 0 ? 'ok' : 'FAILED'} ${seed} (${fingerprint}) ${JSON.stringify(context)}`,
  );
  for (const { invariant, what, at } of violations)
    print(`  ${String(at)} ms: ${invariant}: ${what}`);
}

async function countFaults(setup: Template, count: number): Promise<void> {
  for (const fault of PLANTED_FAULTS) {
    const found: string[] = [];
    for (let index = 1; index <= count; index += 1) {
      const seed = `${fault.theme}-${String(index)}`;
      const outcome = await runSchedule({
        template: setup,
        schedule: createSchedule(seed),
        rules: rulesOf(fault),
        serverFault: fault.server,
        unasked: fault.unasked,
      });
      if (outcome.violations.length > 0) found.push(seed);
    }
    const first = found[0] ?? 'none';
    print(
      `${fault.rule} | ${fault.name} | ${fault.theme} | ${String(found.length)} of ${String(count)} | ${first}`,
    );
  }
}
