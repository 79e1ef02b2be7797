import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { encryptDevice, ENCRYPTING, reopenPlain } from '../store/encrypt-device.ts';
import { whileDeleting } from './deletion-lock.ts';

/**
 * Encryption of a device and sign-outs close the same stores, and open them again when they fail. They wait for each
 * other: a store that a sign-out is about to delete must stay closed (CLIENT-13.2).
 */
export interface EncryptingLocks {
  readonly encrypting: <T>(work: () => Promise<T>) => Promise<T>;
  /** That of `whileDeleting`. */
  readonly deleting: <T>(work: () => Promise<T>) => Promise<T>;
}

const WEB_LOCKS: EncryptingLocks = {
  encrypting: (work) => navigator.locks.request(ENCRYPTING, work),
  deleting: whileDeleting,
};

/** `encryptDevice` while no other tab encrypts or signs out. */
export function encryptAlone(
  device: DeviceDb,
  parts: Parameters<typeof encryptDevice>[1],
  { encrypting, deleting }: EncryptingLocks = WEB_LOCKS,
): ReturnType<typeof encryptDevice> {
  return encrypting(() => deleting(() => encryptDevice(device, parts)));
}

/** `reopenPlain` while no other tab encrypts or signs out. */
export function reopenAlone(
  device: DeviceDb,
  record: AccountRecord,
  { encrypting, deleting }: EncryptingLocks = WEB_LOCKS,
): Promise<AccountRecord | undefined> {
  return encrypting(() => deleting(() => reopenPlain(device, record)));
}
