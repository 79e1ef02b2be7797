import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { trimOthers } from '../../../sync/client/forget-accounts.ts';
import { currentAccount, deviceDb } from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { everythingIn, fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

it('[CLIENT-9.4] a sign-in over an ended session finds no file and no local storage entry of the person before', async () => {
  const device = deviceDb();
  await rememberSession(device, session('7', ['1']));
  await fillStore((await currentAccount(device))?.dbName ?? '');
  await rememberSession(device, session('8', ['1']), { keyId: undefined });
  const cached = new Set(['cairn-files-7', 'cairn-files-8', 'cairn-shell']);
  vi.stubGlobal('caches', {
    keys: async () => [...cached],
    delete: async (name: string) => cached.delete(name),
  });
  const marks = { 'last-board:7:1': 'secret-project', 'last-board:8:1': 'own-project' };
  const storage = Object.assign(Object.create(memoryJournal()), marks, {
    removeItem: (name: string) => Reflect.deleteProperty(storage, name),
  });
  vi.stubGlobal('localStorage', storage);
  await trimOthers(device);
  expect([...cached]).toEqual(['cairn-files-8', 'cairn-shell']);
  expect(Object.keys(storage)).not.toContain('last-board:7:1');
  expect(Object.keys(storage)).toContain('last-board:8:1');
});

it('[CLIENT-9.4] nothing is deleted of a person who signs in while the data of others is reduced', async () => {
  const device = deviceDb();
  await rememberSession(device, session('7', ['1']));
  await rememberSession(device, session('8', ['1']), { keyId: undefined });
  const signIn = () => rememberSession(device, session('7', ['1']), { keyId: undefined });
  vi.stubGlobal('caches', { keys: () => signIn().then(() => []) });
  vi.stubGlobal('localStorage', memoryJournal());
  await trimOthers(device);
  expect(await currentAccount(device)).toMatchObject({ userId: '7' });
  expect(await device.leaving.count()).toBe(0);
});

it('[CLIENT-9.5] unsent work that another tab writes while the person’s data is deleted is encrypted too', async () => {
  const device = deviceDb();
  await rememberSession(device, session('7', ['1']));
  const { key = '', dbName = '' } = (await currentAccount(device)) ?? {};
  await device.accounts.update(key, { sealingKey: (await newSealingKeys()).public_key });
  await rememberSession(device, session('8', ['1']), { keyId: undefined });
  vi.stubGlobal('caches', { keys: () => fillStore(dbName).then(() => []) });
  vi.stubGlobal('localStorage', memoryJournal());
  await trimOthers(device);
  expect(await device.accounts.get(key)).toMatchObject({ trimmed: true, unsent: 4 });
  expect(await everythingIn(dbName)).not.toMatch(/Mine alone|My rename|Refused words|In the file/);
});
