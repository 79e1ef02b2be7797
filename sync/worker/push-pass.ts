import { createHttp } from '../browser/http.ts';
import { browserClock, browserLock, browserRandom, browserTimers } from '../browser/machine.ts';
import { createSession } from '../browser/session.ts';
import type { Online, Socket } from '../core/ports/machine.ts';
import { deviceDb, type DeviceDb } from '../store/device-db.ts';
import type { WorkerParts } from './account-engine.ts';
import { deviceSession } from './device-session.ts';
import { emptyPendingDeletions } from '../store/kept-work.ts';
import { otherAccounts } from './other-accounts.ts';

/** The browser gives a `sync` event about this long. */
const AT_MOST = 20_000;

/**
 * ENG-5: sends what waits on this device while no tab is open, with the same engine. Of the person who is signed in,
 * and nobody else. Rejects when something is left, so that the browser tries again.
 */
export async function pushPass(parts: WorkerParts = partsHere()): Promise<void> {
  // What is to leave the device is taken off it also while no tab is open.
  await emptyPendingDeletions(parts.device);
  // A sign-out that the server has not heard of is told by the way.
  const isReported = (await parts.device.ending.count()) === 0 || (await parts.session.end());
  const accounts = otherAccounts(parts);
  const isSent = await accounts.drain(undefined, AT_MOST).finally(accounts.stop);
  await emptyPendingDeletions(parts.device);
  if (!isSent || !isReported) throw new Error('Some changes still wait');
}

function partsHere(): WorkerParts & { readonly device: DeviceDb } {
  const http = createHttp('', { clock: browserClock, timers: browserTimers });
  const device = deviceDb();
  const lock = browserLock();
  return {
    device,
    session: deviceSession({
      session: createSession(http),
      device,
      lock,
      now: browserClock.now,
    }),
    http,
    socket: () => NO_SOCKET,
    machine: {
      clock: browserClock,
      random: browserRandom,
      timers: browserTimers,
      lock,
    },
    online: UNSEEN,
  };
}

/** One cycle needs no events. */
const NO_SOCKET: Socket = { connect: () => () => undefined };

const UNSEEN: Online = {
  isOnline: () => navigator.onLine,
  isVisible: () => true,
  subscribe: () => () => undefined,
};
