import { type AccountRecord, accountsHere, type DeviceDb } from '../store/device-db.ts';
import { type DeviceKey, keepKey, newDeviceKey } from '../store/device-key.ts';
import type { DraftCodec } from '../store/drafts.ts';
import { draftCodec } from '../store/draft-codec.ts';
import { isLastingKey } from '../store/sealed-name.ts';
import { forgetAccounts } from './forget-accounts.ts';
import { type GateCalls, gateCalls, type KeyHolder } from './device-locks.ts';
import { findKey, keepThroughReloads } from './kept-key.ts';
import { followQuery } from '../store/reactive/live-query.ts';

/** Marks that outlive the page and contain nothing personal. */
interface Marks {
  readonly setMark: (isShared: boolean) => void;
  /** Number of unsent changes and photos that cannot be read any more. */
  readonly setLost: (count: number) => void;
}

/** Key of this page, which encrypts everything: of a shared computer, or one that a passphrase opens. */
export interface SharedSession extends KeyHolder {
  readonly begin: () => string;
  readonly cancel: (keyId: string) => Promise<void>;
  readonly findOrForget: () => Promise<void>;
  /** Holds this key in this page. */
  readonly adopt: (key: DeviceKey) => void;
  /** The key that this page holds. */
  readonly held: () => DeviceKey | undefined;
  readonly follow: () => Promise<void>;
  readonly leave: () => void;
  readonly draftCodec: () => DraftCodec | undefined;
  /** Calls about the passphrase. */
  readonly gate: () => GateCalls;
}

/** `SharedComputer` documents each method. */
export function sharedSession(device: DeviceDb, marks: Marks): SharedSession {
  let current: (DeviceKey & { readonly release: () => void }) | undefined;
  let stop: (() => void) | undefined;
  const adopt = (found: DeviceKey) => {
    current?.release();
    current = { ...found, release: keepKey(found.keyId, found.key) };
    stop?.();
    stop = undefined;
    marks.setMark(!isLastingKey(found.keyId));
    return current;
  };
  const leave = () => {
    stop?.();
    stop = undefined;
    current?.release();
    current = undefined;
    marks.setMark(false);
  };
  const session: SharedSession = {
    begin: () => (current ?? adopt(newDeviceKey())).keyId,
    cancel: async (keyId) => {
      const session = await device.session.get('current');
      if (current?.keyId === keyId && session?.keyId !== keyId) leave();
    },
    adopt,
    held: () => current,
    findOrForget: () => findOrForget(device, { marks, adopt }),
    follow: async () => {
      const session = await device.session.get('current');
      if (session?.keyId === undefined) return;
      if (session.keyId !== current?.keyId) {
        // Another tab has signed in.
        const key = await findKey(session.keyId);
        if (key !== undefined) adopt({ keyId: session.keyId, key });
      }
      if (current !== undefined) stop ??= holdKey(device, current);
    },
    leave,
    draftCodec: () => (current === undefined ? undefined : draftCodec(current.key)),
    gate: () => gateCalls(device, session),
  };
  return session;
}

interface Finding {
  readonly marks: Marks;
  readonly adopt: (key: DeviceKey) => void;
}

async function findOrForget(device: DeviceDb, { marks, adopt }: Finding): Promise<void> {
  const session = await device.session.get('current');
  if (session?.shared !== true) return;
  const { keyId } = session;
  const key = keyId === undefined ? undefined : await findKey(keyId);
  if (keyId !== undefined && key !== undefined) {
    adopt({ keyId, key });
    return;
  }
  const here = await accountsHere(device);
  const lost = onlyHere(here);
  if (lost > 0) marks.setLost(lost);
  await forgetAccounts(device, here, session, keyId);
  marks.setMark(false);
}

/** Number of unsent changes, and of photos and recordings that are not attached yet (decision 0088). */
function onlyHere(accounts: readonly AccountRecord[]): number {
  return accounts.reduce((sum, { unsent, shots = 0 }) => sum + unsent + shots, 0);
}

/**
 * Keeps the key through reloads, asks before a page with unsent work is closed, and keeps texts out of the browser's
 * own stores.
 */
function holdKey(device: DeviceDb, { keyId, key }: DeviceKey): () => void {
  let count = 0;
  const stopCounting = followQuery(
    () => accountsHere(device),
    (here) => {
      count = onlyHere(here);
    },
  );
  // With a passphrase unsent work waits on the device, as on every other computer.
  const isLost = !isLastingKey(keyId);
  const ask = (event: BeforeUnloadEvent) => {
    if (isLost && count > 0) event.preventDefault();
  };
  const forgetKey = keepThroughReloads(keyId, key);
  window.addEventListener('beforeunload', ask);
  document.addEventListener('focusin', disableAutocomplete);
  return () => {
    forgetKey();
    stopCounting();
    window.removeEventListener('beforeunload', ask);
    document.removeEventListener('focusin', disableAutocomplete);
  };
}

/** Browsers write field contents to the disk, for suggestions or to restore a window. */
function disableAutocomplete({ target }: FocusEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && target.autocomplete === '') target.autocomplete = 'off';
}
