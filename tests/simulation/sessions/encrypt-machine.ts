import { DELETING, LOCK_WAIT } from '../../../sync/client/deletion-lock.ts';
import {
  encryptAlone,
  type EncryptingLocks,
  reopenAlone,
} from '../../../sync/client/encrypting.ts';
import type { DeviceDb } from '../../../sync/store/device-db.ts';
import { forgetStores } from '../../../sync/store/closing.ts';
import { type DeviceLock, lockForPerson, lockId } from '../../../sync/store/device-lock.ts';
import { CHANGED, ENCRYPTING } from '../../../sync/store/encrypt-device.ts';
import { keyIdOf } from '../../../sync/store/sealed-name.ts';
import type { DeviceKey } from '../encrypted/device-keys.ts';
import type { Device, SharedMachine, Tab } from '../device-types.ts';
import type { Life } from '../life.ts';
import type { SeededRandom } from '../random.ts';
import type { VirtualLoop } from '../virtual-loop.ts';
import { refusalOf } from './closed-store.ts';
import { NO_DRAFTS } from './no-drafts.ts';

/** The page waits for the lock of an encryption without a limit: longer than any schedule, in milliseconds. */
const NO_LIMIT = 2 ** 40;
/** Milliseconds in which the open pages notice that the device is encrypted, and load again. */
const NOTICED = 300;

interface Encrypting {
  readonly loop: VirtualLoop;
  readonly machine: SharedMachine;
  readonly device: Device;
  readonly random: SeededRandom;
  readonly tab: Tab;
  /** Called for an error that the product does not foresee. */
  readonly failed: (error: unknown) => void;
}

/**
 * A person encrypts the device (CLIENT-13.2). The steps are those of the page (sync/client/device-locks.ts), which needs
 * a browser; the page always has the key, as if the passphrase had just been entered. Resolves before the plain stores
 * are deleted.
 */
export async function encryptMachine(encrypting: Encrypting): Promise<void> {
  const { machine, device, random, tab, failed } = encrypting;
  const { person } = device;
  const account = machine.account(person);
  // A browser without Web Locks offers no encryption.
  if (!machine.hasLocks || account === undefined || account.sealingKey === undefined) return;
  if (machine.keys === undefined || keyIdOf(account.dbName) !== undefined) return;
  const attempt = `${device.name}e${String(random.int(1_000_000_000))}`;
  const key = machine.keys.add(attempt, person, random.fork(attempt));
  const { life } = tab;
  const db = machine.open(life);
  const { sealingKey } = account;
  const work = async () => {
    const lock = await lockOf(person.userId, key, sealingKey);
    const parts = { lock, deviceKey: key.stored, journal: NO_DRAFTS };
    return encryptAlone(db, parts, locksOf(machine, life));
  };
  const done = await life.guard(work).catch((error: unknown) => {
    if (!isForeseen(error)) failed(error);
    return undefined;
  });
  if (done === undefined || 'unsent' in done) return;
  loadAgain(encrypting);
  // A store that cannot be deleted now is deleted at the next start.
  void life.guard(() => forgetStores(db, done)).catch(() => undefined);
}

/** What a starting page does with a store whose replacement was interrupted. */
export async function reopenMachine(
  { machine, device }: Pick<Encrypting, 'machine' | 'device'>,
  life: Life,
  db: DeviceDb,
): Promise<void> {
  const account = machine.account(device.person);
  if (account?.encrypting === true) await reopenAlone(db, account, locksOf(machine, life));
}

function locksOf({ locks }: SharedMachine, life: Life): EncryptingLocks {
  const port = locks.portFor(life);
  return {
    encrypting: (work) => port.run(ENCRYPTING, NO_LIMIT, work),
    deleting: (work) => port.run(DELETING, LOCK_WAIT, work),
  };
}

/** The person has signed out meanwhile, or another page has deleted a store. */
function isForeseen(error: unknown): boolean {
  if (error instanceof Error && error.message === CHANGED) return true;
  try {
    refusalOf(error);
    return true;
  } catch {
    return false;
  }
}

/** Pages of the person, of whatever organisation, that show a plain store. */
function loadAgain({ loop, machine, device, random }: Encrypting): void {
  const mine = machine.devices.filter(({ person }) => person.userId === device.person.userId);
  for (const own of mine) {
    for (const tab of own.tabs) {
      loop.after(random.int(NOTICED), () => {
        if (tab.life.isOver()) return;
        tab.kill();
        own.openTab();
      });
    }
  }
}

/** A lock without a passphrase: the key pair of the person opens it. */
function lockOf(userId: string, { stored }: DeviceKey, publicKey: string): Promise<DeviceLock> {
  const none = new Uint8Array();
  const lock: DeviceLock = {
    id: lockId(userId),
    userId,
    keyId: stored.keyId,
    passphrase: { salt: none, rounds: 0, nonce: none, bytes: none },
    person: { to: '', lock: '', bytes: none },
  };
  return lockForPerson(lock, stored.key, publicKey);
}
