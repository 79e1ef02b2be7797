import { keepKey, requestKey } from '../store/device-key.ts';
import { openByKeys } from '../store/device-lock.ts';
import type { SignInMode } from '../store/remember-session.ts';
import type { WorkerParts } from './account-engine.ts';
import { readKeys } from './open-kept.ts';

/** Milliseconds in which the page takes the key over. */
const HANDOVER = 60_000;

/**
 * Mode of a sign-in of a person whose stores here have a passphrase (decision 0099). When no page has the key, the
 * person's key pair at the server opens it, so that a forgotten passphrase loses nothing; the page then asks for a new
 * one. A key that cannot be opened leaves the stores as they are, and the passphrase is asked for.
 */
export async function openLock(
  parts: Pick<WorkerParts, 'device' | 'session' | 'http'> & {
    readonly machine: Pick<WorkerParts['machine'], 'timers'>;
  },
  userId: string,
): Promise<SignInMode | undefined> {
  const { device, machine } = parts;
  const lock = await device.marks.get(`lock:${userId}`);
  if (lock === undefined || !('passphrase' in lock)) return undefined;
  const { keyId } = lock;
  if ((await requestKey(keyId)) === undefined) {
    const keys = await readKeys(parts, userId);
    const key = keys.ok ? await openByKeys(lock, keys.value) : undefined;
    if (key !== undefined) {
      machine.timers.after(HANDOVER, keepKey(keyId, key));
      const renewed = { ...lock, renew: true };
      await device.marks.put(renewed);
      return { keyId, lock: renewed };
    }
  }
  return { keyId, lock };
}
