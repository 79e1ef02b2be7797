import { nextTask } from '../../sync/engine/cold-tasks.ts';
import { touches } from '../../sync/core/dependencies.ts';
import type { Device } from './device-types.ts';
import type { Setup } from './setup.ts';
import type { StoreView } from './store-view.ts';

export function isAtRest(setup: Setup): boolean {
  return (
    setup.server.isUp() &&
    setup.devices.every((device) => restlessness(setup, device) === undefined)
  );
}

export function unrest(setup: Setup): string {
  return setup.devices.flatMap((device) => restlessness(setup, device) ?? []).join('; ');
}

/** Stores of a device that were replaced (CLIENT-6). */
export function replacedOf(device: Device): readonly string[] {
  return device.stores().filter((store) => store !== device.store());
}

/** Work that should have been sent from a store of the device. */
export function unsentIn(setup: Setup, view: StoreView): string | undefined {
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
  // Its cursor may be the head by chance. A connection that was cut ends by its silence.
  if ((device.line.timesBack ?? 0) < setup.server.timesBack())
    return `${device.name} has not pulled since the server went back`;
  for (const [stream, state] of view.streams) {
    if (state.download !== undefined) return `${device.name} is downloading ${stream}`;
    const { epoch, head } = streams.get(stream) ?? {};
    if (nextTask(state) !== undefined) return `${device.name} lacks the details of a task`;
    // Versions of another epoch cannot be compared; for scopes that are still to be filled the cursor proves nothing.
    const isThere = state.epoch === epoch && state.cursor === head && state.complete === head;
    if (isThere && !state.suspect) continue;
    return `${device.name} is at ${String(state.cursor)} of ${stream}`;
  }
  return undefined;
}
