import { advance } from './advance.ts';
import { signInWhereNeeded } from './events/sessions.ts';
import { AT_REST } from './invariants/at-rest.ts';
import { replacementHasEnded } from './invariants/encrypted-machine.ts';
import { FILES_AT_REST } from './invariants/files.ts';
import { replacedOf } from './restlessness.ts';
import type { Setup } from './setup.ts';

/** Checks the invariants of a schedule at rest. */
export function askAtRest(setup: Setup): void {
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
  for (const device of devices) {
    const left = replacementHasEnded(device);
    if (left !== undefined) monitor.violate('CLIENT-13 a replacement of stores has ended', left);
  }
  for (const [invariant, holds] of Object.entries(AT_REST)) {
    const found = holds(rest);
    if (found !== undefined) monitor.violate(invariant, found);
  }
}

/** Milliseconds of a round in which files arrive, and the number of rounds: the pauses after failures are minutes. */
const FILES_ROUND = 10_000;
const MOST_ROUNDS = 90;

/** Waits until every file has been sent and downloaded, and asks about them. */
export async function filesArrive(setup: Setup): Promise<void> {
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
export async function compareAll(setup: Setup): Promise<void> {
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
export async function askIdle(setup: Setup): Promise<void> {
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
