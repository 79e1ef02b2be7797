import { touches } from '../../sync/core/dependencies.ts';
import type { Device } from './device-types.ts';
import { runEvent } from './events.ts';
import { startAgain } from './events/server.ts';
import { newSession, signIn } from './events/sessions.ts';
import { FILES_AT_REST } from './invariants/files.ts';
import { AT_REST } from './invariants/at-rest.ts';
import type { Violation } from './monitor.ts';
import { FAIR } from './network.ts';
import type { Schedule } from './schedule.ts';
import { newestWriter } from './start-engine.ts';
import type { StoreView } from './store-view.ts';
import { createSetup, type Setup, type SetupOptions } from './setup.ts';

export interface Outcome {
  readonly seed: string;
  readonly violations: readonly Violation[];
  readonly notes: readonly string[];
  /** Macrotasks, calls and final time: equal in every run of a seed. */
  readonly fingerprint: string;
  readonly figures: Figures;
}

/** Counts of a run. */
export interface Figures {
  readonly events: number;
  readonly calls: number;
  readonly mutations: number;
  readonly restores: number;
  readonly virtualMs: number;
}

/** Runs one schedule from the first download to rest and checks every invariant. */
export async function runSchedule(options: SetupOptions): Promise<Outcome> {
  const setup = await createSetup(options);
  try {
    for (const [index, device] of setup.devices.entries()) {
      // People of a shared machine sign in first.
      if (device.seat !== undefined) continue;
      const tabs = options.schedule.devices[index]?.tabs ?? 1;
      for (let opened = 0; opened < tabs; opened += 1) device.openTab();
    }
    await advance(setup, FIRST_DOWNLOAD);
    for (const event of options.schedule.events) {
      await advance(setup, event.gap);
      await runEvent(setup, event);
      await setup.loop.drain(setup.random.chance(0.6) ? setup.random.int(40) : undefined);
      if (event.kind === 'wait') await advance(setup, event.milliseconds);
      if (setup.monitor.violations.length > 0) break;
    }
    if (setup.monitor.violations.length === 0) await rest(setup);
  } catch (error) {
    setup.monitor.violate(
      'the world goes on',
      error instanceof Error ? String(error.stack) : String(error),
    );
  }
  const outcome = outcomeOf(setup, options.schedule);
  for (const device of setup.devices) device.kill();
  await setup.loop.settle(setup.server.end());
  setup.uninstall();
  return outcome;
}

const FIRST_DOWNLOAD = 3_000;

/** Advances virtual time. Often the next timer fires before all pending macrotasks have run. */
async function advance(setup: Setup, milliseconds: number): Promise<void> {
  const { loop, random } = setup;
  const until = loop.now() + milliseconds;
  while (loop.step(until)) {
    for (const duty of setup.duties.splice(0)) await duty();
    await loop.drain(random.chance(0.3) ? random.int(25) : undefined);
    if (setup.monitor.violations.length > 0) return;
  }
  loop.moveTo(until);
}

/** Heals all faults, waits until nothing is pending, and checks the final invariants. */
async function rest(setup: Setup): Promise<void> {
  await heal(setup);
  // The last action must be in the outbox first; otherwise its device would count as resting.
  await setup.loop.drain();
  if (setup.deviceSetup.hasWorker) await othersAreSent(setup);
  await everybodySignsIn(setup);
  await untilAtRest(setup);
  if (setup.monitor.ledger.picked.length > 0) {
    await filesArrive(setup);
    // The server has written a row for each file that has arrived.
    await untilAtRest(setup);
  }
  if (setup.monitor.violations.length > 0) return;
  await advance(setup, SETTLE);
  await setup.loop.drain();
  if (setup.damaged.size > 0) await compareAll(setup);
  for (const device of setup.devices) setup.monitor.forgottenStores(device);
  askAtRest(setup);
  await askIdle(setup);
}

/** Milliseconds that a sign-in takes at most when everything works, and the number of attempts. */
const SIGNED_IN = 5_000;
const MOST_SIGN_INS = 20;

/** The people of a shared machine sign in one after the other, and wait until nothing of them is pending. */
async function everybodySignsIn(setup: Setup): Promise<void> {
  for (const device of setup.devices.toReversed()) {
    if (device.seat === undefined) continue;
    for (let tries = 0; tries < MOST_SIGN_INS && !device.seat.isSignedIn(); tries += 1) {
      await signIn(setup, device);
      await advance(setup, SIGNED_IN);
      await setup.loop.drain();
    }
    // Of a person in two organisations the sign-in has opened one.
    for (const { seat, tabs, openTab } of setup.devices)
      if (seat?.isSignedIn() === true && tabs.length === 0) openTab();
    await untilAtRest(setup);
    if (setup.monitor.violations.length > 0) return;
  }
  // What the last sign-in has left of the others.
  for (const device of setup.devices)
    if (device.seat?.isSignedIn() === false) setup.monitor.signedOut(device);
}

/** Waits until nothing is pending; longer than the rules allow is a violation. */
async function untilAtRest(setup: Setup): Promise<void> {
  const begun = setup.loop.now();
  let started = begun;
  const patience = setup.poisoned.length > 0 ? POISONED_PATIENCE : PATIENCE;
  while (!isAtRest(setup)) {
    if (setup.loop.now() - begun > patience) {
      setup.monitor.violate(
        'ENG-4 the queue is empty soon after the fault has healed',
        unrest(setup),
      );
      break;
    }
    await advance(setup, 1_000);
    await setup.loop.drain();
    await signInWhereNeeded(setup);
    if (setup.monitor.violations.length > 0) return;
    if (setup.loop.now() - started > START_EVERY) {
      startAnew(setup);
      started = setup.loop.now();
    }
  }
}

/** Milliseconds between two starts: longer than a start tries to send from a replaced store. */
const START_EVERY = 40_000;

/** Replaced stores are tried again at each start of the browser (CLIENT-6). */
function startAnew({ devices, note }: Setup): void {
  for (const device of devices) {
    if (device.seat?.isSignedIn() !== true || replacedOf(device).length === 0) continue;
    note(`  ${device.name} starts again`);
    device.kill();
    device.openTab();
  }
}

/** Calls in transit when the network returned fail only after their timeout. */
const PATIENCE = 120_000;
/** A mutation that depends on a failing one continues after its back-off. */
const POISONED_PATIENCE = 900_000;
const SETTLE = 5_000;

async function heal(setup: Setup): Promise<void> {
  for (const healing of setup.healings) healing();
  await startAgain(setup);
  for (const device of setup.devices) {
    device.line.weather = FAIR;
    device.line.cut = false;
    device.goOffline(false);
    reload(setup, device);
    const isHere = device.seat === undefined || device.seat.isSignedIn();
    if (setup.deviceSetup.hasWorker && device.seat !== undefined) device.kill();
    // Of a person in two organisations one account is open: its tab sends for the other.
    if (isHere && device.tabs.length === 0 && !isOtherOpen(setup, device)) device.openTab();
  }
  setup.note('everything heals');
}

/** True when another account of the same browser is open. */
function isOtherOpen({ deviceSetup, devices }: Setup, { seat }: Device): boolean {
  if (!deviceSetup.hasWorker || seat === undefined) return false;
  return devices.some((other) => other.seat?.machine === seat.machine && other.tabs.length > 0);
}

/** ENG-4: the tab of one account sends what is pending in the person's others. */
async function othersAreSent(setup: Setup): Promise<void> {
  const begun = setup.loop.now();
  const left = () =>
    setup.devices.flatMap((device) => {
      if (device.seat?.isSignedIn() !== true || device.tabs.length > 0) return [];
      // Its engine ends when the server has everything; the rows come when its organisation is opened.
      const view = device.view();
      const outbox = view.outbox.filter(({ state }) => state !== 'acked');
      const unsent = unsentIn(setup, { ...view, outbox });
      return unsent === undefined ? [] : [`${device.name} has ${unsent}`];
    });
  while (left().length > 0 && setup.monitor.violations.length === 0) {
    if (setup.loop.now() - begun > PATIENCE) {
      setup.monitor.violate('ENG-4 work of an account without a tab is sent', left().join('; '));
    }
    await advance(setup, 1_000);
    await setup.loop.drain();
    await signInWhereNeeded(setup);
  }
}

/** The person reloads the tabs of a build that was replaced, or that the server does not accept any more. */
function reload({ deviceSetup }: Setup, device: Device): void {
  const newest = newestWriter(deviceSetup);
  if (device.line.isOutdated === true) device.writer = newest;
  for (const tab of device.tabs.filter(({ db }) => db.writer < device.writer)) tab.kill();
}

async function signInWhereNeeded(setup: Setup): Promise<void> {
  for (const device of setup.devices) {
    const net = await Promise.all(
      device.tabs.map((tab) => setup.loop.settle(tab.store.read([], (tx) => tx.net()))),
    );
    if (net.every(({ auth }) => auth === 'ok')) continue;
    const cookie = await newSession(setup, device);
    if (cookie === undefined) return;
    device.cookie = cookie;
    setup.note(`  ${device.name} signs in again`);
    for (const tab of device.tabs) tab.engine.resume();
  }
}

function isAtRest(setup: Setup): boolean {
  return (
    setup.server.isUp() &&
    setup.devices.every((device) => restlessness(setup, device) === undefined)
  );
}

function unrest(setup: Setup): string {
  return setup.devices.flatMap((device) => restlessness(setup, device) ?? []).join('; ');
}

function replacedOf(device: Device): readonly string[] {
  return device.stores().filter((store) => store !== device.store());
}

/** Work that should have been sent from a store of the device. */
function unsentIn(setup: Setup, view: StoreView): string | undefined {
  if (view.isSealed && !view.isLost) return 'work that is encrypted';
  const stuck = new Set<string>();
  for (const item of view.outbox.toSorted((left, right) => left.seq - right.seq)) {
    const isPoison = setup.poisoned.some(
      ({ clientId, seq }) => clientId === view.clientId && seq === item.seq,
    );
    if (!isPoison && !touches(item, stuck)) {
      return `${String(item.seq)} (${item.name}) ${item.state}`;
    }
    for (const key of item.keys) stuck.add(key);
  }
  return undefined;
}

/** Reason why a device is not at rest. */
function restlessness(setup: Setup, device: Device): string | undefined {
  if (device.seat?.isSignedIn() === false) return undefined;
  const view = device.view();
  const streams = setup.server.isUp() ? setup.server.truth().streams() : new Map();
  for (const store of [device.store(), ...replacedOf(device)]) {
    const unsent = unsentIn(setup, device.view(store));
    if (unsent !== undefined) return `${device.name} has ${unsent}`;
  }
  if (view.streams.size === 0) return `${device.name} knows no stream`;
  for (const [stream, state] of view.streams) {
    if (state.download !== undefined) return `${device.name} is downloading ${stream}`;
    const { epoch, head } = streams.get(stream) ?? {};
    // Versions of another epoch cannot be compared; for scopes that are still to be filled the cursor proves nothing.
    const isThere = state.epoch === epoch && state.cursor === head && state.complete === head;
    if (isThere && !state.suspect) continue;
    return `${device.name} is at ${String(state.cursor)} of ${stream}`;
  }
  return undefined;
}

function askAtRest(setup: Setup): void {
  const { monitor, server, devices } = setup;
  const rest = {
    devices: devices.map((device) => ({
      name: device.name,
      orgId: device.person.orgId,
      orgUserId: device.person.orgUserId,
      isHere: device.seat?.isSignedIn() !== false,
      view: monitor.lastSeen(device),
      replaced: replacedOf(device).map((store) => monitor.lastSeen(device, store)),
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

/** Milliseconds of a round in which files arrive, and the number of rounds: the pauses after failures are minutes. */
const FILES_ROUND = 10_000;
const MOST_ROUNDS = 90;

/** Waits until every file has been sent and downloaded, and asks about them. */
async function filesArrive(setup: Setup): Promise<void> {
  const { monitor, cast, server, devices } = setup;
  const violations = () => {
    const rest = {
      orgId: cast.orgId,
      truth: server.truth(),
      picked: monitor.ledger.picked,
      devices: devices.map((device) => ({
        name: device.name,
        orgUserId: device.person.orgUserId,
        generation: device.evictions(),
        view: device.view(),
        cached: device.caches.contents(),
        hasLocks: device.hasLocks,
      })),
    };
    return Object.entries(FILES_AT_REST).flatMap(([invariant, holds]) => {
      const found = holds(rest);
      return found === undefined ? [] : [{ invariant, found }];
    });
  };
  for (let round = 0; round < MOST_ROUNDS && violations().length > 0; round += 1) {
    await advance(setup, FILES_ROUND);
    await setup.loop.drain();
    await signInWhereNeeded(setup);
  }
  for (const { invariant, found } of violations()) monitor.violate(invariant, found);
}

/** Milliseconds between two looks whether a comparison has ended, and their number: calls in transit may time out first. */
const COMPARED = 30_000;
const MOST_WAITS = 10;
const NOT_ENDED = 'it has not ended';

/** PULL-9: after a comparison every device is identical to the server. */
async function compareAll(setup: Setup): Promise<void> {
  for (const device of setup.devices) {
    const [tab] = device.tabs;
    if (tab === undefined) continue;
    const found = { left: NOT_ENDED };
    void tab.engine.compare({ everything: true }).then(
      ({ identicalAt, ranAt, failure, streams }) => {
        const left = Object.values(streams).map((stream) => stream.left);
        found.left = identicalAt === ranAt ? '' : JSON.stringify({ failure, left });
      },
      (error: unknown) => {
        found.left = String(error);
      },
    );
    for (let waits = 0; waits < MOST_WAITS && found.left === NOT_ENDED; waits += 1) {
      await advance(setup, COMPARED);
      await setup.loop.drain();
    }
    if (found.left === '') continue;
    setup.monitor.violate('PULL-9 a comparison ends identical', `${device.name}: ${found.left}`);
  }
}

const IDLE = 50_000;
/** Time until a device without a network has pulled once and has a socket again that is up to date. */
const SETTLED = 20_000;

/** 10: with nothing pending the engine only polls. */
async function askIdle(setup: Setup): Promise<void> {
  if (setup.poisoned.length > 0) return;
  await advance(setup, SETTLED);
  const before = setup.network.sent();
  await advance(setup, IDLE);
  await setup.loop.drain();
  const tabs = setup.devices.reduce((sum, device) => sum + device.tabs.length, 0);
  const calls = setup.network.sent() - before;
  if (calls <= tabs * 4) return;
  setup.monitor.violate('10 engine idle', `${String(calls)} calls in ${String(IDLE)} ms of rest`);
}

function outcomeOf(setup: Setup, { seed, events }: Schedule): Outcome {
  const context = {
    events: events.length,
    calls: setup.network.sent(),
    mutations: [...setup.monitor.ledger.entries()].length,
    restores: setup.server.restores(),
    virtualMs: setup.loop.now(),
  };
  const { calls, mutations } = context;
  return {
    seed,
    violations: setup.monitor.violations,
    notes: setup.notes,
    fingerprint: [setup.loop.tasks(), setup.loop.now(), calls, mutations].join(' '),
    figures: context,
  };
}
