import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReceived } from '../../../src/data/received-report.ts';
import type { Client } from '../../../sync/client/index.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';

const STATE: StreamState = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 9,
  complete: 9,
  scopes: { 'project:p': { kind: 'complete', readAt: 3, loaded: null } },
  suspect: false,
  lastSync: 1,
};

const RECORD: AccountRecord = {
  key: '1:1',
  userId: '1',
  orgId: '1',
  orgUserId: '1',
  orgName: '',
  displayName: '',
  email: '',
  level: 'Level 1',
  specialRole: false,
  access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
  dbName: 'received',
  hadData: true,
  unsent: 0,
};

let db: AccountDb;
let sent: unknown[];
let stop: () => void;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { onLine: true });
  db = accountDb('received', { indexedDB: new IDBFactory(), IDBKeyRange });
  sent = [];
  await db.streams.put(STATE);
  const { orgId, key, userId } = RECORD;
  const request: Client['own']['request'] = async ({ path, body }, parse) => {
    if (path === 'sync/received') sent.push(body);
    return parse({ data: { cursor: 9 } });
  };
  const client: Parameters<typeof reportReceived>[0] = {
    own: Object.assign(Object.create(null), { request }),
    draftsHere: async () => ({ typed: 0, texts: [], stored: new Set() }),
  };
  stop = reportReceived(client, { db, orgId, key, userId, record: RECORD });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets time pass until the device has sent this many reports. */
const reports = (count: number) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sent).toHaveLength(count);
    },
    { timeout: 15_000, interval: 5 },
  );

it('[RECEIPT-1.3] a device whose projects become hot reports it, although its cursor has not advanced', async () => {
  await reports(1);
  for (const [index, since] of [4, 6].entries()) {
    await db.streams.put({ ...STATE, outlined: ['project:p'], hot: { 'project:p': since } });
    await reports(index + 2);
  }
  expect(sent).toMatchObject([{ cursor: 9, outlined: false }, { hot_since: 4 }, { hot_since: 6 }]);
});
