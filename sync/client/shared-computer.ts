import Dexie, { liveQuery } from 'dexie';
import { accountsHere, type DeviceDb } from '../store/device-db.ts';

/** A tab of a shared computer writes this often that it is there, and says so when it goes. */
const HEARTBEAT = 5_000;
/** A reload is back sooner than this; whoever comes later finds nothing. */
const BACK_WITHIN = 20_000;
const ALIVE = 'cairn-shared-alive';
const LOCK = 'cairn-shared-computer';

/**
 * On a shared computer nothing stays once the browser is closed. A page cannot clean up while it is closed, so the next
 * one does before it shows anything: unless another tab is open, or this is the reload of one that was there just now.
 */
async function forgetIfLeft(device: DeviceDb): Promise<void> {
  const session = await device.session.get('current');
  if (session?.shared !== true || (await isStillHere())) return;
  const { forgetAccounts } = await import('./forget-accounts.ts');
  await forgetAccounts(device, await accountsHere(device), session);
}

interface SharedComputer {
  /** False on every other computer, where nothing has to be looked after before the account is read. */
  readonly mustLookFirst: () => boolean;
  /** Done when what somebody left here has gone. Of Dexie's kind, so that a live query may wait for it. */
  readonly look: PromiseLike<void>;
  readonly follow: () => Promise<void>;
  readonly leave: () => void;
}

/** Follows whether this is a shared computer, while somebody is signed in. */
export function sharedComputer(device: DeviceDb): SharedComputer {
  let stop: (() => void) | undefined;
  let mustLook = localStorage.getItem(ALIVE) !== null;
  const look = mustLook ? forgetIfLeft(device).catch(() => undefined) : Promise.resolve();
  void look.then(() => {
    mustLook = false;
  });
  return {
    mustLookFirst: () => mustLook,
    look: Dexie.Promise.resolve(look),
    follow: async () => {
      const session = await device.session.get('current');
      if (session?.shared === true) stop ??= stayOnSharedComputer(device);
    },
    leave: () => {
      stop?.();
      stop = undefined;
    },
  };
}

/** Keeps saying that somebody is here; asks before a page with unsent work is closed. Gives the way to stop. */
function stayOnSharedComputer(device: DeviceDb): () => void {
  let unsent = 0;
  const following = liveQuery(() => accountsHere(device)).subscribe({
    next: (here) => {
      unsent = here.reduce((sum, account) => sum + account.unsent, 0);
    },
    error: () => undefined,
  });
  const beat = () => localStorage.setItem(ALIVE, String(Date.now()));
  const ask = (event: BeforeUnloadEvent) => {
    if (unsent > 0) event.preventDefault();
  };
  const over = new AbortController();
  const timer = setInterval(beat, HEARTBEAT);
  beat();
  window.addEventListener('pagehide', beat);
  window.addEventListener('beforeunload', ask);
  navigator.locks
    .request(LOCK, { mode: 'shared', signal: over.signal }, () => gone(over.signal))
    .catch(() => undefined);
  return () => {
    over.abort();
    following.unsubscribe();
    clearInterval(timer);
    window.removeEventListener('pagehide', beat);
    window.removeEventListener('beforeunload', ask);
    localStorage.removeItem(ALIVE);
  };
}

async function isStillHere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  if (held.some(({ name }) => name === LOCK)) return true;
  const last = Number(localStorage.getItem(ALIVE) ?? 0);
  return Math.abs(Date.now() - last) < BACK_WITHIN;
}

function gone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
