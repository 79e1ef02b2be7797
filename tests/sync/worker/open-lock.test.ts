import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { dropLock } from '../../../sync/store/closing.ts';
import {
  type DeviceKey,
  keepKey,
  newDeviceKey,
  requestKey,
} from '../../../sync/store/device-key.ts';
import { lockId, newLock } from '../../../sync/store/device-lock.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { lastingKeyId, sealedName } from '../../../sync/store/sealed-name.ts';
import { openLock } from '../../../sync/worker/open-lock.ts';
import { newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { workerParts } from '../support/worker-parts.ts';

describe('a sign-in on a device with a passphrase', () => {
  let setup: Setup;
  let device: DeviceDb;
  let keys: SealingKeys;
  let deviceKey: DeviceKey;
  let handover: (() => void) | undefined;

  beforeEach(async () => {
    setup = await setUp();
    device = deviceDb();
    keys = await newSealingKeys();
    const { keyId, key } = newDeviceKey();
    deviceKey = { keyId: lastingKeyId(keyId), key };
    const input = { ...deviceKey, userId: '7', passphrase: 'forgotten by now', rounds: 10 };
    await device.marks.put(await newLock({ ...input, publicKey: keys.public_key }));
  });
  afterEach(async () => {
    handover?.();
    device.dexie.close();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    await setup.end();
  });

  const open = (answer: SealingKeys, userId = '7') => {
    const own = workerParts(setup);
    const parts = {
      ...own,
      device,
      http: {
        ...own.http,
        call: async () => ({ ok: true, value: { status: 200, data: answer } }) as const,
      },
      session: { ...own.session, token: () => 'of 7' },
      machine: {
        ...own.machine,
        timers: {
          after: (_milliseconds: number, task: () => void) => {
            handover = task;
            return () => undefined;
          },
        },
      },
    };
    return openLock(parts, userId);
  };

  it('[CLIENT-13.3] opens its key, gives it to the page, and asks for a new passphrase', async () => {
    expect(await open(keys)).toMatchObject({ keyId: deviceKey.keyId, lock: { renew: true } });
    expect(await requestKey(deviceKey.keyId)).toEqual(deviceKey.key);
    expect(await device.marks.get(lockId('7'))).toMatchObject({ renew: true });
    handover?.();
    expect(await requestKey(deviceKey.keyId)).toBeUndefined();
  });

  it('[CLIENT-13.3] leaves the stores to the passphrase when the server has another key pair', async () => {
    expect(await open(await newSealingKeys())).toMatchObject({ keyId: deviceKey.keyId });
    expect(await requestKey(deviceKey.keyId)).toBeUndefined();
    expect(await device.marks.get(lockId('7'))).not.toHaveProperty('renew');
  });

  it('[CLIENT-13.3] stores the lock again that the end of a sign-out has dropped meanwhile', async () => {
    const mode = await open(keys);
    await dropLock(device, sealedName(deviceKey.keyId, '7', '1'));
    expect(await device.marks.get(lockId('7'))).toBeUndefined();
    const release = keepKey(deviceKey.keyId, deviceKey.key);
    await rememberSession(device, session('7', ['1']), mode);
    release();
    const lock = await device.marks.get(lockId('7'));
    expect(lock).toMatchObject({ keyId: deviceKey.keyId });
    const [account] = await device.accounts.toArray();
    expect(account?.dbName).toBe(sealedName(deviceKey.keyId, '7', '1'));
  });

  it('[CLIENT-13.3] concerns that person alone', async () => {
    expect(await open(keys, '8')).toBeUndefined();
  });
});
