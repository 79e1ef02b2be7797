import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { createHoldingsReport } from '../../../src/data/holdings-report.ts';
import type { Client } from '../../../sync/client/index.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';

const HERE = { epoch: 'e', cursor: 9, cursor_at: null, outlined: false } as const;
const MINUTE = 60_000;

let db: AccountDb;
let time: number;
let sent: unknown[];
let isRefused: boolean;
beforeEach(() => {
  db = accountDb('holdings', { indexedDB: new IDBFactory(), IDBKeyRange });
  time = 1;
  sent = [];
  isRefused = false;
});

/** Record of an account whose store is encrypted. */
const ENCRYPTED: AccountRecord = {
  key: '1:1',
  userId: '1',
  orgId: '1',
  orgUserId: '1',
  orgName: '',
  displayName: '',
  email: '',
  sealedNames: new Uint8Array(),
  level: 'Level 1',
  specialRole: false,
  access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
  dbName: 'holdings',
  hadData: true,
  unsent: 0,
};

function startReport() {
  const request: Client['own']['request'] = async ({ body }, parse) => {
    if (isRefused) throw new Error('offline');
    sent.push(body);
    return parse({});
  };
  const client: Parameters<typeof createHoldingsReport>[0]['client'] = {
    own: Object.assign(Object.create(null), { request }),
  };
  const account = { db, userId: '1', record: ENCRYPTED };
  return createHoldingsReport({ client, account, now: () => time });
}

it('[HOLD-1] reports counts once after a start, and no text', async () => {
  await rows(db, labels).put({
    id: 'l',
    scope: 'project:p',
    v: 1,
    project: 'p',
    name: 'Secret',
    created_by: '1',
    created_at: '',
  });
  const report = startReport();
  await report(HERE);
  expect(sent).toEqual([
    {
      epoch: 'e',
      cursor: 9,
      cursor_at: null,
      items: 1,
      files: 0,
      unsent: 0,
      megabytes: null,
      persistent: false,
      encrypted: true,
    },
  ]);
});

it('[HOLD-1] sends nothing at rest, and nothing more often than every five minutes', async () => {
  const report = startReport();
  await report(HERE);
  time += 60 * MINUTE;
  await report(HERE);
  expect(sent).toHaveLength(1);
  await report({ ...HERE, cursor: 10 });
  expect(sent).toHaveLength(2);
  time += 4 * MINUTE;
  await report({ ...HERE, cursor: 11 });
  expect(sent).toHaveLength(2);
  time += MINUTE;
  await report({ ...HERE, cursor: 11 });
  expect(sent).toHaveLength(3);
});

it('[HOLD-1] repeats a report that failed, after the pause', async () => {
  const report = startReport();
  isRefused = true;
  await expect(report(HERE)).rejects.toThrow('offline');
  isRefused = false;
  await report(HERE);
  expect(sent).toEqual([]);
  time += 5 * MINUTE;
  await report(HERE);
  expect(sent).toHaveLength(1);
});
