/**
 * Switches each tenant-isolation guard off, one at a time, and reports those that the matrix
 * detects: `npm run test:guards`, with a pattern for `file:line` to try only those, and `--quick`
 * after it to omit the suite's other tests, which run for the guards that the matrix does not
 * detect. The sources get a switch at each guard while they are loaded; then one server is attacked
 * repeatedly, each time by the probes that reach the guard that is switched off. An undetected
 * guard must be explained in docs/RELIABILITY.md, or a probe is missing.
 */
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasGuards, type Site, switched } from './planted.ts';

const root = process.cwd();
const sites: Site[] = [];

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!hasGuards(file) || loaded.source === undefined || loaded.source === null) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    const result = switched(file, source, sites.length);
    sites.push(...result.sites);
    return { ...loaded, source: result.text };
  },
});

// Imported here, because modules loaded from now on have switches.
const { tryGuards } = await import('./guards.ts');
// Jobs that only a whole server starts: no probe reaches their guards, the other tests do.
await import('../../../server/erasure/erase-organizations.ts');
await import('../../../server/erasure/erase-people.ts');
await import('../../../server/erasure/run.ts');
await import('../../../server/writer/deleted-texts.ts');
await import('../../../server/writer/maintenance.ts');
const [only = '', ...flags] = process.argv.slice(2);
const survivors = await tryGuards(sites, {
  only: new RegExp(only),
  isQuick: flags.includes('--quick'),
});
process.exitCode = survivors === 0 ? 0 : 1;
