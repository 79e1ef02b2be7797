import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goToProvider } from '../../../src/data/single-sign-on.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';

const ADDRESS = 'https://provider.test/authorize';
const going = { ask: async () => ADDRESS, back: '/home-view', text: 'In the other tab' };

describe('[CLIENT-1.3] the way to an identity provider', () => {
  let device: DeviceDb;
  let left: string[];
  let opened: string[];
  beforeEach(() => {
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    [left, opened] = [[], []];
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('location', { assign: (url: string) => left.push(url) });
  });
  afterEach(() => {
    device.dexie.close();
    vi.unstubAllGlobals();
  });

  const client = (isShared: boolean, unsent = 0) => ({
    device,
    isShared: async () => isShared,
    unsentWork: async () => unsent,
    shotsHere: async () => 0,
  });

  it('of a shared computer is in another tab, while this page keeps the key', async () => {
    const tab = newTab(opened);
    vi.stubGlobal('open', () => tab);
    await expect(goToProvider(client(true, 2), going)).resolves.toBe('In the other tab');
    expect({ left, opened }).toEqual({ left: [], opened: [ADDRESS] });
    expect(tab.opener, 'the provider cannot navigate this page').toBeNull();
    expect(tab.sessionStorage.getItem('cairn-sign-on-back')).toBe('/home-view');
  });

  it('closes the other tab when there is no provider', async () => {
    const tab = newTab(opened);
    vi.stubGlobal('open', () => tab);
    const ask = () => Promise.reject(new Error('No single sign-on'));
    await expect(goToProvider(client(true), { ...going, ask })).rejects.toThrow('No single');
    expect(tab.isClosed()).toBe(true);
  });

  it('of any other computer is in this tab', async () => {
    vi.stubGlobal('open', () => newTab(opened));
    void goToProvider(client(false, 2), going);
    await expect.poll(() => left).toEqual([ADDRESS]);
    expect(opened).toEqual([]);
  });

  it.each(['change', 'photo', 'draft', 'unreadable store'])(
    'without another tab is refused while there is one: %s',
    async (kind) => {
      vi.stubGlobal('open', () => null);
      if (kind === 'draft') {
        await device.drafts.put({ key: '7:1:note', account: '7:1', text: '"Boots"', at: 1 });
      }
      const here = {
        ...client(true, kind === 'change' ? 1 : 0),
        ...(kind === 'photo' && { shotsHere: async () => 1 }),
        ...(kind === 'unreadable store' && { unsentWork: () => Promise.reject(new Error()) }),
      };
      await expect(goToProvider(here, going)).rejects.toThrow(/did not open another tab/);
      expect(left).toEqual([]);
    },
  );

  it('without another tab is in this one when nothing can be lost', async () => {
    vi.stubGlobal('open', () => null);
    void goToProvider(client(true), going);
    await expect.poll(() => left).toEqual([ADDRESS]);
  });
});

function newTab(opened: string[]) {
  let closed = false;
  return {
    opener: {},
    sessionStorage: storage(),
    location: { assign: (url: string) => opened.push(url) },
    close: () => {
      closed = true;
    },
    isClosed: () => closed,
  };
}

function storage() {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  };
}
