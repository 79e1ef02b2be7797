/**
 * `npm run load`: the traffic of many devices against a running server, without browsers (docs/SCALING.md). Writes are
 * pushed and changes are received as the engine does; printed is one table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { accountsSchema } from './person.ts';
import { runLoad } from './run.ts';
import { tableOf } from './table.ts';

const USAGE = `npm run load -- --url http://127.0.0.1:3000[,http://...] [options]
  --people N     people; each founds an organisation, or signs in as one of --accounts (default 10)
  --devices M    open connections of each (default 3)
  --seconds S    length of the measured part (default 20)
  --writes W     writes a second of all people together (default: one a person every ten seconds)
  --accounts F   file of --prepare: people of one organisation
  --pid P[,P]    processes of the server on this machine, for their CPU time
npm run load -- --prepare F --people N
  founds an organisation of N people in the database of DATABASE_URL or DATA_DIR and writes their sign-ins to F`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    people: { type: 'string', default: '10' },
    devices: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    writes: { type: 'string' },
    accounts: { type: 'string' },
    prepare: { type: 'string' },
    pid: { type: 'string' },
  },
});

const people = Number(values.people);
if (values.prepare !== undefined) {
  // Loads the server, which a run against another machine does not need.
  const { prepare } = await import('./prepare.ts');
  const accounts = await prepare(people);
  writeFileSync(values.prepare, JSON.stringify(accounts), { mode: 0o600 });
  console.log(`${String(people)} people: ${values.prepare}`);
} else if (values.url === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  const result = await runLoad({
    urls: values.url.split(',').map((url) => url.replace(/\/+$/, '')),
    people,
    devices: Number(values.devices),
    seconds: Number(values.seconds),
    writesPerSecond: Number(values.writes ?? people / 10),
    accounts: values.accounts === undefined ? undefined : readAccounts(values.accounts),
    pids: (values.pid ?? '').split(',').filter(Boolean).map(Number),
    progress: (text) => console.error(text),
  });
  console.log(tableOf(result));
}

function readAccounts(file: string) {
  return v.parse(v.pipe(v.string(), v.parseJson(), accountsSchema), readFileSync(file, 'utf8'));
}
