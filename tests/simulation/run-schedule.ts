import { touches } from '../../sync/engine/ports-outbox.ts';
import { machineOf } from '../../server/auth/machine.ts';
import { openSession } from '../../server/auth/sessions.ts';
import type { Device } from './device-types.ts';
import { happen, startAgain } from './happenings.ts';
import { AT_REST } from './invariants/at-rest.ts';
import type { Violation } from './monitor.ts';
import { FAIR } from './network.ts';
import type { Schedule } from './schedule.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface Outcome {
  readonly seed: string;
  readonly violations: readonly Violation[];
  readonly notes: readonly string[];
  /** Macrotasks, calls and the end of time: equal in every run of a seed. */
  readonly fingerprint: string;
  readonly facts: Facts;
}

/** What a run had in it. */
export interface Facts {
  readonly happenings: number;
  readonly calls: number;
  readonly mutations: number;
  readonly restores: number;
  readonly virtualMs: number;
}

/** Runs one schedule from the first download to rest, and asks every invariant. */
export async function runSchedule(options: WorldOptions): Promise<Outcome> {
  const world = await createWorld(options);
  try {
    for (const [index, device] of world.devices.entries()) {
      const tabs = options.schedule.devices[index]?.tabs ?? 1;
      for (let opened = 0; opened < tabs; opened += 1) device.openTab();
    }
    await goOn(world, FIRST_DOWNLOAD);
    for (const happening of options.schedule.happenings) {
      await goOn(world, happening.gap);
      await happen(world, happening);
      await world.loop.drain(world.dice.chance(0.6) ? world.dice.int(40) : undefined);
      if (happening.kind === 'wait') await goOn(world, happening.milliseconds);
      if (world.monitor.violations.length > 0) break;
    }
    if (world.monitor.violations.length === 0) await rest(world);
  } catch (error) {
    world.monitor.violate(
      'the world goes on',
      error instanceof Error ? String(error.stack) : String(error),
    );
  }
  const outcome = outcomeOf(world, options.schedule);
  for (const device of world.devices) device.kill();
  await world.loop.settle(world.server.end());
  world.loop.uninstall();
  return outcome;
}

const FIRST_DOWNLOAD = 3_000;

/** Lets virtual time pass. Often the next timer does not wait until everything before it is through. */
async function goOn(world: World, milliseconds: number): Promise<void> {
  const { loop, dice } = world;
  const until = loop.now() + milliseconds;
  while (loop.step(until)) {
    for (const duty of world.duties.splice(0)) await duty();
    await loop.drain(dice.chance(0.3) ? dice.int(25) : undefined);
    if (world.monitor.violations.length > 0) return;
  }
  loop.moveTo(until);
}

/** Heals everything, waits until nothing moves any more, and asks what has to hold then. */
async function rest(world: World): Promise<void> {
  await heal(world);
  // What somebody has just done is in the outbox first, or they would be taken for resting.
  await world.loop.drain();
  const begun = world.loop.now();
  const patience = world.poisoned.length > 0 ? POISONED_PATIENCE : PATIENCE;
  while (!isAtRest(world)) {
    if (world.loop.now() - begun > patience) {
      world.monitor.violate(
        'ENG-4 the queue is empty soon after the fault has healed',
        unrest(world),
      );
      break;
    }
    await goOn(world, 1_000);
    await world.loop.drain();
    await signInWhereNeeded(world);
    if (world.monitor.violations.length > 0) return;
  }
  await goOn(world, SETTLE);
  await world.loop.drain();
  askAtRest(world);
  await askIdle(world);
}

/** Calls that were on their way when the network came back give up only after their timeout. */
const PATIENCE = 120_000;
/** What stands behind a change on which the server fails goes on alone, after its back-off. */
const POISONED_PATIENCE = 900_000;
const SETTLE = 5_000;

async function heal(world: World): Promise<void> {
  for (const healing of world.healings) healing();
  await startAgain(world);
  for (const device of world.devices) {
    device.line.weather = FAIR;
    device.line.cut = false;
    device.goOffline(false);
    if (device.tabs.length === 0) device.openTab();
  }
  world.note('everything heals');
}

async function signInWhereNeeded(world: World): Promise<void> {
  const services = world.server.app()?.services;
  if (services === undefined) return;
  for (const device of world.devices) {
    const net = await Promise.all(
      device.tabs.map((tab) => world.loop.settle(tab.store.read([], (tx) => tx.net()))),
    );
    if (net.every(({ auth }) => auth === 'ok')) continue;
    const { userId } = device.person;
    const session = await world.loop.settle(
      services.writer.write([], async (tx) =>
        openSession(await tx.db(), machineOf(services), { userId, deviceToken: null }),
      ),
    );
    device.cookie = session.cookie;
    world.note(`  ${device.name} signs in again`);
    for (const tab of device.tabs) tab.engine.resume();
  }
}

function isAtRest(world: World): boolean {
  return (
    world.server.isUp() &&
    world.devices.every((device) => restlessness(world, device) === undefined)
  );
}

function unrest(world: World): string {
  return world.devices.flatMap((device) => restlessness(world, device) ?? []).join('; ');
}

/** Why a device is not at rest. */
function restlessness(world: World, device: Device): string | undefined {
  const view = device.view();
  const streams = world.server.isUp() ? world.server.truth().streams() : new Map();
  const stuck = new Set<string>();
  for (const item of view.outbox.toSorted((left, right) => left.seq - right.seq)) {
    const isPoison = world.poisoned.some(
      ({ clientId, seq }) => clientId === view.clientId && seq === item.seq,
    );
    if (!isPoison && !touches(item, stuck)) {
      return `${device.name} has ${String(item.seq)} (${item.name}) ${item.state}`;
    }
    for (const key of item.keys) stuck.add(key);
  }
  if (view.streams.size === 0) return `${device.name} knows no stream`;
  for (const [stream, state] of view.streams) {
    if (state.download !== undefined) return `${device.name} is downloading ${stream}`;
    const { epoch, head } = streams.get(stream) ?? {};
    // Of another history the same version says nothing; of scopes that are still to be filled the cursor says nothing.
    const isThere = state.epoch === epoch && state.cursor === head && state.complete === head;
    if (isThere && !state.suspect) continue;
    return `${device.name} is at ${String(state.cursor)} of ${stream}`;
  }
  return undefined;
}

function askAtRest(world: World): void {
  const { monitor, server, devices, cast } = world;
  const rest = {
    orgId: cast.orgId,
    devices: devices.map((device) => ({
      name: device.name,
      orgUserId: device.person.orgUserId,
      view: device.view(),
      evictions: device.evictions(),
    })),
    truth: server.truth(),
    ledger: monitor.ledger,
    restores: server.restores(),
  };
  for (const [invariant, holds] of Object.entries(AT_REST)) {
    const found = holds(rest);
    if (found !== undefined) monitor.violate(invariant, found);
  }
}

const IDLE = 50_000;
/** Until whoever was without a network has asked once, and has a socket again that has brought it up to date. */
const SETTLED = 20_000;

/** 10: with nothing pending the engine asks for news now and then, and does nothing else. */
async function askIdle(world: World): Promise<void> {
  if (world.poisoned.length > 0) return;
  await goOn(world, SETTLED);
  const before = world.network.sent();
  await goOn(world, IDLE);
  await world.loop.drain();
  const tabs = world.devices.reduce((sum, device) => sum + device.tabs.length, 0);
  const calls = world.network.sent() - before;
  if (calls <= tabs * 4) return;
  world.monitor.violate('10 engine idle', `${String(calls)} calls in ${String(IDLE)} ms of rest`);
}

function outcomeOf(world: World, { seed, happenings }: Schedule): Outcome {
  const facts = {
    happenings: happenings.length,
    calls: world.network.sent(),
    mutations: [...world.monitor.ledger.entries()].length,
    restores: world.server.restores(),
    virtualMs: world.loop.now(),
  };
  const { calls, mutations } = facts;
  return {
    seed,
    violations: world.monitor.violations,
    notes: world.notes,
    fingerprint: [world.loop.tasks(), world.loop.now(), calls, mutations].join(' '),
    facts,
  };
}
