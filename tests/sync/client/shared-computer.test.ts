import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  lostOnSharedComputer,
  lostOnSharedComputerShown,
  sharedComputer,
} from '../../../sync/client/shared-computer.ts';
import { signInHere } from '../../../sync/client/sign-in.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { memoryJournal } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

const MARK = 'cairn-shared-computer';

describe('a shared computer', () => {
  let device: DeviceDb;
  let stop: (() => void)[];
  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryJournal());
    vi.stubGlobal('sessionStorage', memoryJournal());
    device = deviceDb();
    stop = [];
  });
  afterEach(async () => {
    for (const one of stop) one();
    vi.unstubAllGlobals();
    device.dexie.close();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });

  /** A page with a key, and a person who is signed in. */
  async function entered() {
    const { keyId, key } = newDeviceKey();
    const close = keepKey(keyId, key);
    stop.push(close);
    await rememberSession(device, session('7', ['1']), { keyId });
    localStorage.setItem(MARK, '1');
    return { keyId, close };
  }
  /** Signs in with the ticket of a provider; resolves to the id of the key. */
  async function signIn(shared = true): Promise<string | undefined> {
    const page = sharedComputer(device);
    let keyId: string | undefined;
    const api = {
      signIn: async (_credentials: object, mode: { readonly keyId: string | undefined }) => {
        keyId = mode.keyId;
        return { ok: true, value: '7' } as const;
      },
    };
    await signInHere({ device, api, shared: page }, { ticket: 'x', shared });
    return keyId;
  }

  it('[CLIENT-1.3] gets the key of the page that stayed open when its person returns from the provider', async () => {
    const { keyId } = await entered();
    expect(await signIn()).toBe(keyId);
  });

  it('[CLIENT-1.4] shows a loss after a sign-in before which nobody has seen it', async () => {
    const { close } = await entered();
    await device.accounts.update('7:1', { unsent: 4 });
    close();
    await signIn();
    expect(await device.marks.get('lost')).toEqual({ id: 'lost', unsent: 4 });
    expect(lostOnSharedComputer()).toBeUndefined();
  });

  it('[CLIENT-1.4] forgets a loss that the sign-in page has shown', async () => {
    const { close } = await entered();
    await device.accounts.update('7:1', { unsent: 4 });
    close();
    await sharedComputer(device).checked;
    expect(lostOnSharedComputer()).toBe(4);
    lostOnSharedComputerShown();
    await signIn();
    expect(await device.marks.get('lost')).toBeUndefined();
    expect(lostOnSharedComputer()).toBeUndefined();
  });
});
