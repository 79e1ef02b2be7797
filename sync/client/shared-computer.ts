import Dexie from 'dexie';
import type { DeviceDb } from '../store/device-db.ts';
import type { DraftCodec } from '../store/drafts.ts';
import type { SharedSession } from './shared-session.ts';

/** Says before anything is read that somebody signed in here as on a shared computer. */
const MARK = 'cairn-shared-computer';
/** How many changes were not sent when the key went; for the sign-in page to say. */
const LOST = 'cairn-shared-lost';

/**
 * On a shared computer everything is stored under a key that only open pages hold. When the last one is closed nobody can
 * read it any more, and the next start deletes it. What that takes is loaded on a shared computer alone.
 */
export interface SharedComputer {
  /** The id of the key under which somebody signs in now; a new one where none is held. */
  readonly begin: () => Promise<string>;
  /** Signing in has failed: a key that nothing was stored under goes. */
  readonly cancel: (keyId: string) => Promise<void>;
  /** False on every other computer, where nothing has to be looked after before the account is read. */
  readonly mustCheckFirst: () => boolean;
  /** Done when this page has the key, or what nobody can read has gone. Of Dexie's kind: a live query may wait for it. */
  readonly look: PromiseLike<void>;
  readonly follow: () => Promise<void>;
  readonly leave: () => void;
  /** How half-typed texts are stored; undefined on every other computer. */
  readonly draftCodec: () => Promise<DraftCodec | undefined>;
}

/** Follows whether this is a shared computer. */
export function sharedComputer(device: DeviceDb): SharedComputer {
  let loaded: SharedSession | undefined;
  let mustCheck = isSharedComputer();
  const load = async () => {
    const { sharedSession } = await import('./shared-session.ts');
    loaded ??= sharedSession(device, { setLost: (count) => setNumber(LOST, count), setMark });
    return loaded;
  };
  const look = mustCheck
    ? load()
        .then((session) => session.findOrForget())
        .catch(() => undefined)
    : Promise.resolve();
  void look.then(() => {
    mustCheck = false;
  });
  return {
    begin: async () => (await load()).begin(),
    cancel: async (keyId) => (await load()).cancel(keyId),
    mustCheckFirst: () => mustCheck,
    look: Dexie.Promise.resolve(look),
    follow: async () => {
      if (isSharedComputer()) await (await load()).follow();
    },
    leave: () => loaded?.leave(),
    draftCodec: async () => loaded?.draftCodec(),
  };
}

/** Whether somebody is signed in here as on a shared computer. */
export function isSharedComputer(): boolean {
  return localStorage.getItem(MARK) !== null;
}

/** How many changes were lost because a shared computer's browser was closed; undefined when nothing is to be said. */
export function lostOnSharedComputer(): number | undefined {
  const lost = Number(localStorage.getItem(LOST) ?? 0);
  return lost > 0 ? lost : undefined;
}

/** Somebody signs in: what was said to the one before is over. */
export function forgetLostOnSharedComputer(): void {
  setNumber(LOST, 0);
}

function setMark(isShared: boolean): void {
  setNumber(MARK, isShared ? 1 : 0);
}

function setNumber(name: string, value: number): void {
  if (value === 0) localStorage.removeItem(name);
  else localStorage.setItem(name, String(value));
}
