/**
 * `npm run sim -- [--count N] [--minutes M] [--theme T] [--from N] [--seed S] [--faults]`: runs schedules until one of
 * the limits, prints each failure with its smallest schedule, and a summary. `--seed` replays one and prints its
 * events; `--faults` plants one fault after the other and names the schedules that detect it, with their time; with
 * `--theme` only those of a theme or of a rule, e.g. `MUT-7`.
 */
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasSwitches, withSwitches } from './source-switches.ts';

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

if (values.faults) {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const { source } = loaded;
      if (!url.startsWith('file:') || source === undefined || source === null) return loaded;
      const file = relative(process.cwd(), fileURLToPath(url)).split(sep).join('/');
      if (!hasSwitches(file)) return loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
      return { ...loaded, source: withSwitches(file, text) };
    },
  });
}

// Imported after the hook, so that the engine is loaded with the switches of its faults.
const { createTemplate } = await import('./template.ts');
const { countFaults, replay, runMany } = await import('./runs.ts');

const count = Number(values.count);
const template = await createTemplate();
try {
  if (values.seed !== undefined) process.exitCode = (await replay(template, values.seed)) ? 0 : 1;
  else if (values.faults) await countFaults(template, count, values.theme);
  else {
    const { theme } = values;
    const bounds = { count, minutes: Number(values.minutes), from: Number(values.from), theme };
    process.exitCode = (await runMany(template, bounds)) === 0 ? 0 : 1;
  }
} finally {
  await template.remove();
}
