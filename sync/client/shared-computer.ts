import Dexie from 'dexie';
import type { DeviceDb } from '../store/device-db.ts';
import type { DraftCodec } from '../store/drafts.ts';
import type { SharedSession } from './shared-session.ts';

/** Local storage name of the shared-computer mark, which is read before the database. */
const MARK = 'cairn-shared-computer';
/** Local storage name of the number of changes that were unsent when the key was lost; the sign-in page shows it. */
const LOST = 'cairn-shared-lost';
/** Local storage name of the mark that somebody has seen this number. */
const SHOWN = 'cairn-shared-lost-shown';

/**
 * A shared computer stores everything under a key that only open pages hold. After the last page is closed nobody can
 * read the data, and the next start deletes it. The code for this is loaded on a shared computer alone.
 */
export interface SharedComputer {
  /** Id of the key for the sign-in that begins; a new key when this page holds none. */
  readonly begin: () => Promise<string>;
  /** Discards a key that nothing was stored under, after a failed sign-in. */
  readonly cancel: (keyId: string) => Promise<void>;
  /** False on every other computer, where nothing has to be checked before the account is read. */
  readonly mustCheckFirst: () => boolean;
  /**
   * Resolves when this page has the key or unreadable data is deleted. A Dexie promise, so that a live query may await
   * it.
   */
  readonly checked: PromiseLike<void>;
  readonly follow: () => Promise<void>;
  /** Releases the key after a sign-out, unless work of other people still needs it. */
  readonly leave: () => Promise<void>;
  /** The key in this page, also one that a passphrase opens; its code is loaded on first use. */
  readonly session: () => Promise<SharedSession>;
  /** Codec of the stored drafts of the person who is signed in; undefined on every other computer. */
  readonly draftCodec: () => Promise<DraftCodec | undefined>;
}

/** Manages the key of a shared computer for this page. */
export function sharedComputer(device: DeviceDb): SharedComputer {
  let loaded: SharedSession | undefined;
  let mustCheck = isSharedComputer();
  const load = async () => {
    const { sharedSession } = await import('./shared-session.ts');
    loaded ??= sharedSession(device, { setLost, setMark });
    return loaded;
  };
  const checked = mustCheck
    ? load()
        .then((session) => session.findOrForget())
        .catch(() => undefined)
    : Promise.resolve();
  void checked.then(() => {
    mustCheck = false;
  });
  return {
    begin: async () => {
      // This page may be about to get the key of another page: a new key would not decrypt what is stored.
      await checked;
      return (await load()).begin();
    },
    cancel: async (keyId) => (await load()).cancel(keyId),
    mustCheckFirst: () => mustCheck,
    checked: Dexie.Promise.resolve(checked),
    follow: async () => {
      if (isSharedComputer()) await (await load()).follow();
    },
    leave: async () => loaded?.leaveUnlessUsed(),
    session: load,
    draftCodec: async () => {
      const held = loaded?.held();
      if (held === undefined) return undefined;
      // A page keeps the key of an earlier session until it is left.
      const current = await device.session.get('current');
      return current?.keyId === held.keyId ? loaded?.draftCodec() : undefined;
    },
  };
}

/** True when a person signed in on this browser with the shared-computer mode. */
export function isSharedComputer(): boolean {
  return localStorage.getItem(MARK) !== null;
}

/** True when the session of this device uses the shared-computer mode. */
export async function isSharedHere(device: DeviceDb): Promise<boolean> {
  return (await device.session.get('current'))?.shared === true;
}

/**
 * Number of changes that were lost when the browser of a shared computer was closed; undefined when there is nothing to
 * show.
 */
export function lostOnSharedComputer(): number | undefined {
  const lost = Number(localStorage.getItem(LOST) ?? 0);
  return lost > 0 ? lost : undefined;
}

/** Called when the number is on the screen. */
export function lostOnSharedComputerShown(): void {
  setNumber(SHOWN, 1);
}

/** The number that nobody has seen yet; undefined when there is none. */
export function unseenLostOnSharedComputer(): number | undefined {
  return localStorage.getItem(SHOWN) === null ? lostOnSharedComputer() : undefined;
}

/** Called at sign-in: the number concerns the person before. */
export function forgetLostOnSharedComputer(): void {
  setLost(0);
}

function setLost(count: number): void {
  setNumber(LOST, count);
  setNumber(SHOWN, 0);
}

function setMark(isShared: boolean): void {
  setNumber(MARK, isShared ? 1 : 0);
}

function setNumber(name: string, value: number): void {
  if (value === 0) localStorage.removeItem(name);
  else localStorage.setItem(name, String(value));
}
