import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { forgetAccounts } from '../../../sync/client/forget-accounts.ts';
import {
  lostOnSharedComputer,
  lostOnSharedComputerShown,
  sharedComputer,
} from '../../../sync/client/shared-computer.ts';
import { signInHere } from '../../../sync/client/sign-in.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { currentAccount, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey, requestKey } from '../../../sync/store/device-key.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { openStore } from '../../../sync/store/seal-kept.ts';
import { fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
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

  describe('with work of a person whose session has ended', () => {
    let keys: SealingKeys;
    beforeEach(async () => {
      keys = await newSealingKeys();
      vi.stubGlobal('caches', { keys: async () => [], delete: async () => true });
      vi.stubGlobal('window', new EventTarget());
      vi.stubGlobal('document', new EventTarget());
    });
    /** The person's work, under the key of a page in which another person has signed in and out. */
    async function left({ sealing }: { readonly sealing: boolean }) {
      const page = sharedComputer(device);
      const keyId = await page.begin();
      const data = { ...session('7', ['1']), ...(sealing && { sealing_key: keys.public_key }) };
      await rememberSession(device, data, { keyId });
      const mine = await currentAccount(device);
      await fillStore(mine?.dbName ?? '');
      await device.accounts.update('7:1', { hadData: true, unsent: 4 });
      expect(await page.begin()).toBe(keyId);
      await rememberSession(device, session('8', ['1']), { keyId });
      const current = await device.session.get('current');
      const other = await currentAccount(device);
      const accounts = other === undefined ? [] : [other];
      await forgetAccounts(device, accounts, current);
      await page.leave();
      const held = await page.session();
      stop.push(() => held.leave());
      return { keyId, page };
    }

    it('[CLIENT-9.7] releases the key at a sign-out when the work needs it no longer', async () => {
      const { keyId } = await left({ sealing: true });
      await expect.poll(() => requestKey(keyId)).toBeUndefined();
      expect(localStorage.getItem(MARK)).toBeNull();
      const [kept] = await device.accounts.toArray();
      expect(kept).toMatchObject({ key: '7:1', unsent: 4 });
      const db = accountDb(kept?.dbName ?? '');
      await openStore(db, keys);
      expect(await db.outbox.count()).toBe(2);
      db.dexie.close();
    });

    it('[CLIENT-9.7] keeps the key while there is none of the person, and uses it for no draft of others', async () => {
      const { keyId, page } = await left({ sealing: false });
      expect(await requestKey(keyId)).toBeDefined();
      await rememberSession(device, session('9', ['1']), { keyId: undefined });
      expect(await page.draftCodec()).toBeUndefined();
    });

    it('[CLIENT-9.7] a start without the key reports the work, and deletes it', async () => {
      const { keyId, page } = await left({ sealing: false });
      (await page.session()).leave();
      await expect.poll(() => requestKey(keyId)).toBeUndefined();
      localStorage.setItem(MARK, '1');
      await sharedComputer(device).checked;
      expect(lostOnSharedComputer()).toBe(4);
      expect(await device.accounts.count()).toBe(0);
      expect(localStorage.getItem(MARK)).toBeNull();
    });
  });
});
