import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import pino from 'pino';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { type Actor, canaryScopes, everyActor, foundTwin } from './actors.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import { type CallShape, everyCall } from './calls.ts';
import { type Kind, KINDS, probeOf, pushProbe, syncProbes } from './probes.ts';
import { listenEverywhere, type Listening } from './sockets.ts';
import { fillTenant, makeEverything, rowsIn, type Tenant } from './tenant.ts';
import { changesBetween, forbiddenWords, judge, send, stateOf, type Watch } from './watch.ts';

const worlds: TestApp[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

interface Scene {
  readonly world: TestApp;
  readonly watch: Watch;
  readonly actors: readonly Actor[];
  readonly shapes: readonly CallShape[];
  readonly log: string[];
}

/** Calls after which the bearer of the caller may be worth nothing any more. */
const ENDS_SESSIONS = /logout|session\/end|password|email-address|account/;
const MANY = { burst: 100_000, refillMs: 1 };

/** Whoever has no way in at all is stopped at the same door by every call. */
const SHUT_OUT: readonly Kind[] = ['own', 'foreign', 'foreign organisation', 'doubled'];

async function setUp(open: OpenEmpty): Promise<Scene> {
  const log: string[] = [];
  const world = await startTestApp(await open(), {
    limits: {
      requestsPerMinute: 0,
      auth: { perAddress: MANY, perAccount: MANY, perDevice: MANY, lettersPerAddress: MANY },
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  });
  worlds.push(world);
  const early = await foundTwin(world, 'CCANARY');
  const victim = await fillTenant(world, 'ACANARY');
  const stranger = await fillTenant(world, 'BCANARY');
  const actors = await everyActor(world, { victim, stranger, early });
  const words = await canaryScopes(world, victim);
  const watch = { victim, stranger, words, findings: { leaks: [], breaks: [] } };
  return { world, watch, actors, shapes: await everyCall(world.app), log };
}

/** Tries every call in every way; tells how many probes that were. */
async function attack(scene: Scene, actor: Actor, kinds: readonly Kind[]): Promise<number> {
  const { world, watch, shapes } = scene;
  const { victim } = watch;
  let probes = 0;
  const attempt = async (probe: ReturnType<typeof probeOf>) => {
    judge(watch, actor, probe, await send(world, actor, probe));
    probes += 1;
  };
  for (const kind of kinds) {
    for (const shape of shapes) {
      await attempt(probeOf(shape, { actor, victim, kind, serial: probes }));
      if (ENDS_SESSIONS.test(shape.path)) await actor.restore();
    }
  }
  const scopes = [...new Set((await stateOf(world, victim)).keys())];
  for (const org of new Set([actor.client.orgId ?? '', victim.book.orgId])) {
    for (const probe of syncProbes(victim, scopes, org)) await attempt(probe);
    for (const kind of ['foreign', 'mixed'] as const) {
      const stream = { name: `org:${victim.book.orgId}`, epoch: await epochOf(world, victim), org };
      const probe = pushProbe(shapes, { actor, victim, kind, serial: probes }, stream);
      await attempt(probe);
      await attempt({ ...probe, body: { ...probe.body, stream: `org:${actor.own.orgId}` } });
    }
  }
  return probes;
}

async function epochOf({ app }: TestApp, { book }: Tenant): Promise<string> {
  const { epoch } = await app.services.database.db
    .selectFrom('streams')
    .select('epoch')
    .where('stream', '=', `org:${book.orgId}`)
    .executeTakeFirstOrThrow();
  return epoch;
}

/** The founder makes one more of everything, with every socket open. */
async function somethingHappens({ world, watch }: Scene): Promise<void> {
  const { team, book, canary } = watch.victim;
  const making = { app: world.app, book, canary, ids: new Map(book.ids), serial: 1 };
  await makeEverything(team.founder, making);
  await world.app.services.mailer.settle();
  await sleep(100);
}

function lettersToOthers({ world, watch }: Scene): readonly string[] {
  const { victim, stranger } = watch;
  const domain = `@${stranger.canary.toLowerCase()}.test`;
  return world.letters
    .filter((letter) => letter.to.endsWith(domain))
    .map((letter) => JSON.stringify(letter))
    .filter((text) => text.toLowerCase().includes(victim.canary.toLowerCase()));
}

function framesOf(watch: Watch, listening: readonly Listening[]): readonly string[] {
  return listening.flatMap(({ actor, url, frames }) => {
    const told = forbiddenWords(watch, actor, frames.join('\n'));
    return told.length === 0 ? [] : [`${actor.name}: ${url} told ${told.join(', ')}`];
  });
}

it('nobody reads or changes what is not theirs, by any call, sync call or socket [sqlite]', async () => {
  const scene = await setUp(() => openDatabase({ memory: true }));
  const { world, watch, actors, log } = scene;
  const empty = [];
  for (const { table } of ENTITIES) {
    const rows = await rowsIn(world.app, table, watch.victim.book.orgId);
    if (rows.length === 0 && table !== 'notifications') empty.push(table);
  }
  expect(empty, 'kinds of rows that nothing is tried on').toEqual([]);
  const listening: Listening[] = [];
  // Those of the organisation itself may write to each other over a socket; they listen when nothing is compared.
  for (const actor of actors.filter(({ scopes }) => scopes === undefined)) {
    listening.push(...(await listenEverywhere(world, actor, watch.victim)));
  }
  let probes = listening.length;
  for (const actor of actors) {
    const before = await stateOf(world, watch.victim);
    probes += await attack(scene, actor, actor.isShutOut ? SHUT_OUT : KINDS);
    const changes = changesBetween(before, await stateOf(world, watch.victim), actor.mayTouch);
    expect(changes.slice(0, 5), `what ${actor.name} changed`).toEqual([]);
    expect({ by: actor.name, ...watch.findings }).toEqual({
      by: actor.name,
      leaks: [],
      breaks: [],
    });
  }
  // Signing out has closed sockets on the way.
  for (const actor of actors) {
    await actor.restore();
    listening.push(...(await listenEverywhere(world, actor, watch.victim)));
  }
  await sleep(100);
  await somethingHappens(scene);
  const heard = listening.filter(({ actor }) => actor.name === 'a member of the project');
  expect(heard.some(({ frames }) => frames.join('').includes('ACANARY-task-create'))).toBe(true);
  expect.soft(framesOf(watch, listening)).toEqual([]);
  expect.soft(lettersToOthers(scene)).toEqual([]);
  const talk = log.filter((line) => /[ab]canary/i.test(line));
  expect.soft(talk.slice(0, 5)).toEqual([]);
  for (const { close } of listening) close();
  expect(probes).toBeGreaterThan(2_500);
}, 300_000);

forEachDatabase('the walls between organisations', (open) => {
  it('hold on this database, too', async () => {
    const scene = await setUp(open);
    const { watch, world, actors } = scene;
    const some = actors.filter(({ name }) => /Level 1 of elsewhere|outside the project/.test(name));
    for (const actor of some) {
      const before = await stateOf(world, watch.victim);
      await attack(scene, actor, ['foreign']);
      const changes = changesBetween(before, await stateOf(world, watch.victim), actor.mayTouch);
      expect.soft(changes.slice(0, 5), `what ${actor.name} changed`).toEqual([]);
    }
    expect(watch.findings).toEqual({ leaks: [], breaks: [] });
  }, 300_000);
});
