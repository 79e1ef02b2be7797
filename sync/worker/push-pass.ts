import { keyLock } from '../../model/protocol/device-key.ts';
import { createHttp } from '../browser/http.ts';
import { browserClock, browserLock, browserRandom, browserTimers } from '../browser/machine.ts';
import { createSession } from '../browser/session.ts';
import type { Online, Socket } from '../core/ports/machine.ts';
import { deviceDb, type DeviceDb } from '../store/device-db.ts';
import type { WorkerParts } from './account-engine.ts';
import { deviceSession } from './device-session.ts';
import { emptyPendingDeletions } from '../store/kept-work.ts';
import { otherAccounts } from './other-accounts.ts';

/** Approximate time limit of the browser for a `sync` event, in milliseconds. */
const AT_MOST = 20_000;

/**
 * ENG-5: sends the pending mutations of the person who is signed in while no tab is open, with the same engine. Rejects
 * when some are left, so that the browser tries again.
 */
export async function pushPass(parts: WorkerParts = partsHere()): Promise<void> {
  // Pending deletions continue while no tab is open.
  await emptyPendingDeletions(parts.device);
  // A sign-out that the server was not notified of is sent in the same event.
  const isReported = (await parts.device.ending.count()) === 0 || (await parts.session.end());
  const accounts = otherAccounts(parts);
  // Locked stores wait for the passphrase: the page that opens them sends.
  const isSent =
    (await isLocked(parts.device)) ||
    (await accounts.drain(undefined, AT_MOST).finally(accounts.stop));
  await emptyPendingDeletions(parts.device);
  if (!isSent || !isReported) throw new Error('Some changes are not sent yet');
}

async function isLocked(device: DeviceDb): Promise<boolean> {
  const keyId = (await device.session.get('current'))?.keyId;
  if (keyId === undefined) return false;
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name === keyLock(keyId));
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

/** A single sync pass needs no events. */
const NO_SOCKET: Socket = { connect: () => () => undefined };

const UNSEEN: Online = {
  isOnline: () => navigator.onLine,
  isVisible: () => true,
  subscribe: () => () => undefined,
};
