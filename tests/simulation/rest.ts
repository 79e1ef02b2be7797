import { advance } from './advance.ts';
import type { Device } from './device-types.ts';
import { startAgain } from './events/server.ts';
import { signIn, signInWhereNeeded } from './events/sessions.ts';
import { askAtRest, askIdle, compareAll, filesArrive } from './final-checks.ts';
import { FAIR } from './network.ts';
import { isAtRest, replacedOf, unrest, unsentIn } from './restlessness.ts';
import type { Setup } from './setup.ts';
import { newestWriter } from './start-engine.ts';

/** Heals all faults, waits until nothing is pending, and checks the final invariants. */
export async function rest(setup: Setup): Promise<void> {
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
    // The person whose sign-out was reverted while everything healed opens the page again.
    for (const device of setup.devices) {
      const isHere = device.seat?.isSignedIn() === true;
      if (isHere && device.tabs.length === 0 && !isOtherOpen(setup, device)) device.openTab();
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
