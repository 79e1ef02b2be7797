import { type AccountRecord, accountKey, deviceDb } from '../../../sync/store/device-db.ts';
import { watchedOptions } from '../watched-database.ts';
import type { CommitTask, Device, SharedMachine } from '../device-types.ts';
import type { Life } from '../life.ts';
import type { Person } from '../people.ts';
import { keyIdOf, sealedName } from '../../../sync/store/sealed-name.ts';
import type { DeviceKeys } from '../encrypted/device-keys.ts';
import { createDeviceLocks } from '../sim-lock.ts';
import { BreakableFactory } from './breakable-factory.ts';
import { createStoreReader, databasesOf, type StoreReader, storedRows } from '../store-view.ts';
import type { VirtualLoop } from '../virtual-loop.ts';

/** Name of the device's database. */
const DEVICE = 'cairn-device';

interface MachineOptions {
  readonly loop: VirtualLoop;
  readonly hasLocks: boolean;
  /** Keys of its encrypted stores; undefined where none is encrypted. */
  readonly keys: DeviceKeys | undefined;
}

export function createSharedMachine({ loop, hasLocks, keys }: MachineOptions): SharedMachine {
  const factory = new BreakableFactory();
  const readers = new Map<string, StoreReader>();
  const pages: Life[] = [];
  const devices: Device[] = [];
  const tasks: CommitTask[] = [];
  const readerOf = (name: string) => {
    const reader = readers.get(name) ?? createStoreReader(factory, name, keys?.cipherOf(name));
    readers.set(name, reader);
    return reader;
  };
  const keyOf = ({ userId, orgId }: Person) => accountKey(userId, orgId);
  const account = (person: Person) =>
    storedRows(factory, DEVICE, 'accounts')
      .filter(isAccount)
      .find(({ key }) => key === keyOf(person));
  const firstName = ({ userId, orgId }: Person) => `cairn-account-${userId}-${orgId}`;
  const storeOf = (person: Person) => account(person)?.dbName ?? firstName(person);
  const formerOf = (person: Person) =>
    storedRows(factory, DEVICE, 'former')
      .filter((row) => row['account'] === keyOf(person))
      .map((row) => String(row['dbName']));
  return {
    factory,
    unopenable: factory.unopenable,
    locks: createDeviceLocks(loop, hasLocks),
    hasLocks,
    keys,
    cookie: '',
    pages,
    devices,
    killAll: () => {
      for (const page of pages.splice(0)) page.end();
      for (const device of devices)
        for (const tab of [...device.tabs, ...device.stoppedTabs]) tab.kill();
    },
    onCommit: (task) => void tasks.push(task),
    readerOf,
    account,
    open: (life) =>
      deviceDb(
        watchedOptions(factory, life, (name) => ({
          writing: (tables) => readerOf(name).writing(tables),
          committed: () => {
            if (name === DEVICE) return;
            for (const task of tasks) task(name, readerOf(name).isCommitted());
          },
        })),
        DEVICE,
      ),
    isSignedIn: (person) =>
      account(person) !== undefined &&
      storedRows(factory, DEVICE, 'session').some(({ userId }) => userId === person.userId),
    storeOf,
    storesOf: (person) => {
      const own = account(person)?.dbName;
      return own === undefined ? [] : [own, ...formerOf(person)];
    },
    databases: () => databasesOf(factory),
    // A replacing store has the name of the first one with an addition.
    belongsTo: (store, person) => {
      const keyId = keyIdOf(store);
      const first =
        keyId === undefined ? firstName(person) : sealedName(keyId, person.userId, person.orgId);
      return store === storeOf(person) || `${store}-`.startsWith(`${first}-`);
    },
  };
}

type StoredRow = Readonly<Record<string, unknown>>;

function isAccount(row: StoredRow): row is StoredRow & AccountRecord {
  return 'key' in row && 'dbName' in row && 'orgUserId' in row;
}
