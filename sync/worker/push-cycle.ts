import { createHttp } from '../browser/http.ts';
import { browserClock, browserLock, browserRandom, browserTimers } from '../browser/machine.ts';
import { createSession } from '../browser/session.ts';
import type { Online, Socket } from '../engine/ports.ts';
import { accountsHere, deviceDb, type DeviceDb } from '../store/device-db.ts';
import { startAccount, type WorkerParts } from './account-engine.ts';

/** The browser gives a `sync` event about this long. */
const AT_MOST = 20_000;

/**
 * ENG-5: sends what waits on this device while no tab is open, with the same engine. Of the person who is signed in,
 * and nobody else. Rejects when something is left, so that the browser tries again.
 */
export async function pushCycle(parts: WorkerParts = partsHere()): Promise<void> {
  const waiting = (await accountsHere(parts.device)).filter(({ unsent }) => unsent > 0);
  const results: boolean[] = [];
  for (const record of waiting) {
    const account = await startAccount(parts, record, null);
    try {
      results.push(await account.engine.drain(AT_MOST));
    } finally {
      account.stop();
    }
  }
  if (results.includes(false)) throw new Error('Some changes still wait');
}

function partsHere(): WorkerParts & { readonly device: DeviceDb } {
  const http = createHttp('', browserClock.now);
  return {
    device: deviceDb(),
    session: createSession(http),
    http,
    socket: () => NO_SOCKET,
    machine: {
      clock: browserClock,
      random: browserRandom,
      timers: browserTimers,
      lock: browserLock(),
    },
    online: ALWAYS,
  };
}

/** One cycle needs no events. */
const NO_SOCKET: Socket = { connect: () => () => undefined };

const ALWAYS: Online = {
  isOnline: () => true,
  isVisible: () => true,
  subscribe: () => () => undefined,
};
