import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, openAccount } from '../../../sync/client/account.ts';
import { readAccount } from '../../../sync/client/read-account.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { DRAFT_PREFIX, type Drafts } from '../../../sync/store/drafts.ts';
import { storedProof } from '../../../sync/store/offline-limit.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { memoryJournal } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

const DAY = 86_400_000;

const LINK = {
  wake: () => undefined,
  loadMessages: () => Promise.reject(new Error('There is no worker')),
  checkReplica: () => Promise.reject(new Error('There is no worker')),
  holdDetails: () => undefined,
  openTasks: () => undefined,
  whileCounted: <T>(write: () => Promise<T>) => write(),
};

describe('the account that a live query reads', () => {
  let device: DeviceDb;
  let account: Account | undefined;
  const journal = memoryJournal();
  beforeEach(async () => {
    vi.stubGlobal('localStorage', journal);
    vi.stubGlobal('window', new EventTarget());
    device = deviceDb();
    await rememberSession(device, session('7', ['1']));
  });
  afterEach(() => {
    account?.db.dexie.close();
    device.dexie.close();
    vi.unstubAllGlobals();
  });

  const read = (drafts: Map<string, Drafts>) =>
    readAccount({
      device,
      expected: '7:1',
      shared: { follow: async () => undefined, draftCodec: async () => undefined },
      gate: { passed: async (record) => record },
      drafts,
      open: async (record) => (account ??= openAccount(record, LINK)),
    });

  it('has its drafts, and those that were not on the disk yet are stored', async () => {
    await device.drafts.put({ key: '7:1:note', account: '7:1', text: '"Boots"', at: 1 });
    journal.setItem(`${DRAFT_PREFIX}7:1:todo`, JSON.stringify({ at: 2, text: '"Rope"' }));
    const drafts = new Map<string, Drafts>();
    const seen: (string | undefined)[] = [];
    const query = liveQuery(() => read(drafts)).subscribe((found) => void seen.push(found?.key));
    await vi.waitFor(() => expect(seen[0]).toBe('7:1'));
    expect(drafts.get('7:1')?.read('note')).toBe('"Boots"');
    expect(drafts.get('7:1')?.read('todo')).toBe('"Rope"');
    await vi.waitFor(async () =>
      expect(await device.drafts.get('7:1:todo')).toMatchObject({ text: '"Rope"' }),
    );
    expect(journal.getItem(`${DRAFT_PREFIX}7:1:todo`)).toBeNull();
    query.unsubscribe();
  });

  it('counts the time without the server before anything is shown, where that time is limited', async () => {
    await device.accounts.update('7:1', { offlineDays: 7 });
    const clock = Date.now() - 6 * DAY;
    await device.marks.put({ id: 'proof', userId: '7', provedAt: clock, elapsed: 0, clock });
    const counted: (number | undefined)[] = [];
    const query = liveQuery(() => read(new Map())).subscribe((found) => {
      if (found === undefined) return;
      void storedProof(device).then((proof) => counted.push(proof?.elapsed));
    });
    await vi.waitFor(() => expect(counted).not.toEqual([]));
    expect(counted[0]).toBeGreaterThanOrEqual(6 * DAY);
    query.unsubscribe();
  });
});
