import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { TestApp } from '../../support/test-app.ts';
import type { Actor } from './actors.ts';
import { type Kind, KINDS } from './probes.ts';
import {
  attempt,
  attemptsOf,
  framesOf,
  mailsToOthers,
  type Scene,
  setUp,
  makeChanges,
} from './scene.ts';
import { listenEverywhere, type Listening } from './sockets.ts';
import { rowsIn } from './tenant.ts';
import { changesBetween, stateOf } from './watch.ts';

const setups: TestApp[] = [];
afterEach(async () => {
  for (const setup of setups.splice(0)) await setup.close();
});

/** People without any access are refused by the same guard in every call. */
const SHUT_OUT: readonly Kind[] = ['own', 'foreign', 'foreign organisation', 'doubled'];

async function start(database: Database): Promise<Scene> {
  const scene = await setUp(database);
  setups.push(scene.setup);
  return scene;
}

/** Tries every call with every variant; returns the number of probes. */
async function attack(scene: Scene, actor: Actor, kinds: readonly Kind[]): Promise<number> {
  const attempts = await attemptsOf(scene, actor, kinds);
  for (const one of attempts) await attempt(scene, actor, one);
  return attempts.length;
}

it('nobody reads or changes rows of others by any call, sync call or socket [sqlite]', async () => {
  const scene = await start(await openDatabase({ memory: true }));
  const { setup, watch, actors, log } = scene;
  const empty = [];
  for (const { table } of ENTITIES) {
    const rows = await rowsIn(setup.app, table, watch.victim.book.orgId);
    if (rows.length === 0) empty.push(table);
  }
  expect(empty, 'kinds of rows that nothing is tried on').toEqual([]);
  const listening: Listening[] = [];
  // People of the organisation itself may write to each other over a socket; they listen while no
  // rows are compared.
  for (const actor of actors.filter(({ scopes }) => scopes === undefined)) {
    listening.push(...(await listenEverywhere(setup, actor, watch.victim)));
  }
  let probes = listening.length;
  for (const actor of actors) {
    const isForeign = actor.scopes === undefined;
    const before = await stateOf(setup, watch.victim, isForeign);
    probes += await attack(scene, actor, actor.isShutOut ? SHUT_OUT : KINDS);
    const after = await stateOf(setup, watch.victim, isForeign);
    const changes = changesBetween(before, after, actor.mayTouch);
    expect(changes.slice(0, 5), `what ${actor.name} changed`).toEqual([]);
    expect({ by: actor.name, ...watch.findings }).toEqual({
      by: actor.name,
      leaks: [],
      breaks: [],
    });
  }
  // Signing out has closed sockets meanwhile.
  for (const actor of actors) {
    await actor.restore();
    listening.push(...(await listenEverywhere(setup, actor, watch.victim)));
  }
  await sleep(100);
  await makeChanges(scene);
  const received = listening.filter(({ actor }) => actor.name === 'a member of the project');
  expect(received.some(({ frames }) => frames.join('').includes('ACANARY-task-create'))).toBe(true);
  expect.soft(framesOf(watch, listening)).toEqual([]);
  expect.soft(mailsToOthers(scene)).toEqual([]);
  const talk = log.filter((line) => /[ab]canary/i.test(line));
  expect.soft(talk.slice(0, 5)).toEqual([]);
  for (const { close } of listening) close();
  expect(probes).toBeGreaterThan(2_500);
}, 300_000);

forEachDatabase('the tenant-isolation guards', (open) => {
  it('hold on this database, too', async () => {
    const scene = await start(await open());
    const { watch, setup, actors } = scene;
    const some = actors.filter(({ name }) =>
      /Level 1 of elsewhere|outside the project|may not read|have twins/.test(name),
    );
    for (const actor of some) {
      const before = await stateOf(setup, watch.victim);
      await attack(scene, actor, ['foreign']);
      const changes = changesBetween(before, await stateOf(setup, watch.victim), actor.mayTouch);
      expect.soft(changes.slice(0, 5), `what ${actor.name} changed`).toEqual([]);
    }
    expect(watch.findings).toEqual({ leaks: [], breaks: [] });
  }, 300_000);
});
