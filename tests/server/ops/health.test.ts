import { mkdtempSync, openSync, rmSync, statSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, ok } from '../support/team.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('a secret of the machine'), { code });
}

async function health({ app }: TestApp, path = '/healthz') {
  const { statusCode, body } = await app.fastify.inject(path);
  return { status: statusCode, text: body };
}

/** Errors of the database by function; none while it is empty. */
interface Faults {
  commit?: string;
  read?: string;
}

function faulty(real: Database, faults: Faults): Database {
  const commit = async () => {
    if (faults.commit === undefined) return real.writer.commit();
    await real.writer.rollback();
    throw withCode(faults.commit);
  };
  const writer = new Proxy(real.writer, {
    get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
  });
  return {
    ...real,
    writer,
    snapshot: (work) =>
      faults.read === undefined ? real.snapshot(work) : Promise.reject(withCode(faults.read)),
  };
}

forEachDatabase('GET /healthz', (open) => {
  it('fails while nothing can be written, and recovers when there is room', async () => {
    const faults: Faults = {};
    const setup = await startTestApp(faulty(await open(), faults));
    expect(await health(setup)).toEqual({ status: 200, text: '{"status":"ok"}' });
    for (const code of ['SQLITE_FULL', '53100']) {
      faults.commit = code;
      setup.clock.time += 10_000;
      const red = await health(setup);
      expect([code, red.status]).toEqual([code, 507]);
      expect(red.text).not.toContain('secret');
      expect((await health(setup, '/healthz/live')).status).toBe(200);
      delete faults.commit;
      const answers: number[] = [];
      for (let asked = 0; asked < 7; asked += 1) {
        setup.clock.time += 10_000;
        answers.push((await health(setup)).status);
      }
      // A rejected write counts for a minute, also for frequent requests.
      expect([answers[0], answers.at(-1)]).toEqual([507, 200]);
    }
    await setup.close();
  });

  it('shares a running probe between requests', async () => {
    const real = await open();
    const held = Promise.withResolvers<void>();
    let reads = 0;
    const setup = await startTestApp({
      ...real,
      ping: async () => {
        reads += 1;
        await held.promise;
        await real.ping();
      },
    });
    const asked: ReturnType<typeof health>[] = [];
    for (let times = 0; times < 4; times += 1) {
      asked.push(health(setup));
      // Each response follows the start of the probe before it; the next request comes after the result has expired.
      await health(setup, '/healthz/live');
      setup.clock.time += 10_000;
    }
    held.resolve();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(reads).toBe(1);
    setup.clock.time += 10_000;
    expect((await health(setup)).status).toBe(200);
    expect(reads).toBe(2);
    await setup.close();
  });

  it('fails after a call that met damage, although its own reads succeed', async () => {
    const faults: Faults = {};
    const setup = await startTestApp(faulty(await open(), faults));
    const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    expect((await health(setup)).status).toBe(200);
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'XX001']) {
      ok(await signIn(founder, 'ada@field.test'));
      faults.read = code;
      expect((await founder.get('flag/list/')).status).toBe(500);
      delete faults.read;
      setup.clock.time += 6_000;
      const red = await health(setup);
      expect([code, red.status]).toEqual([code, 503]);
      expect(red.text).not.toContain('secret');
      setup.clock.time += 11 * 60_000;
      expect((await health(setup)).status).toBe(200);
    }
    await setup.close();
  });

  it('fails when no file can be stored', async () => {
    const state = { isFull: true };
    const write = async () => {
      if (state.isFull) throw withCode('ENOSPC');
      return 6;
    };
    const none = () => Promise.reject(withCode('ENOENT'));
    const fileStorage = { write, read: none, remove: async () => undefined, list: nothing };
    const setup = await startTestApp(await open(), { fileStorage });
    expect((await health(setup)).status).toBe(507);
    state.isFull = false;
    setup.clock.time += 70_000;
    expect((await health(setup)).status).toBe(200);
    await setup.close();
  });

  it('causes no work for frequent requests', async () => {
    const database = await open();
    const setup = await startTestApp(database);
    const commits = async () =>
      database.snapshot((sql) => sql.all("select value from counters where name = 'health'"));
    await Promise.all(Array.from({ length: 20 }, () => health(setup)));
    expect(await commits()).toEqual([{ value: 1 }]);
    setup.clock.time += 6_000;
    await health(setup);
    expect(await commits()).toEqual([{ value: 2 }]);
    await setup.close();
  });
});

it('fails for an embedded database with overwritten pages', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-health-'));
  const first = await openDatabase({ dataDir });
  const before = await startTestApp(first);
  const team = await foundTeam(before.app, 'ada@field.test', 'Field Work');
  for (let count = 0; count < 200; count += 1) {
    const card = { id: freshId(), project: team.project, name: `Card ${'x'.repeat(150)}` };
    ok(await team.founder.post('project-card/create/', card));
  }
  expect((await health(before)).status).toBe(200);
  const [schema] = await first.read.all('select max(rootpage) as page from sqlite_master');
  await before.close();
  await first.close();
  const path = join(dataDir, 'cairn.db');
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  // Half-way between the schema, which the migrations wrote first, and the end.
  const page = Math.floor((Number(schema?.['page']) + size / 4_096) / 2);
  writeSync(file, Buffer.alloc(40_960, 0xff), 0, 40_960, page * 4_096);
  closeSync(file);
  const second = await openDatabase({ dataDir });
  const after = await startTestApp(second);
  expect((await health(after)).status).toBe(503);
  await after.close();
  await second.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// oxlint-disable-next-line eslint/require-yield -- there is nothing to list
async function* nothing() {
  return;
}
