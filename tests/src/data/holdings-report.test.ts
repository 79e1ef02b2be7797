import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { refuse } from '../../../model/shared/errors.ts';
import { createHoldingsReport } from '../../../src/data/holdings-report.ts';
import type { Client } from '../../../sync/client/index.ts';
import type { RejectedItem } from '../../../sync/core/ports/outbox.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { newLocalFile } from '../../../sync/store/local-files.ts';
import { renameItem } from '../../sync/support/items.ts';

const HERE = { epoch: 'e', cursor: 9, cursor_at: null, outlined: false } as const;
const MINUTE = 60_000;

let db: AccountDb;
let time: number;
let sent: unknown[];
let isRefused: boolean;
/** Half-typed texts of the account. */
let typed: number;
beforeEach(() => {
  db = accountDb('holdings', { indexedDB: new IDBFactory(), IDBKeyRange });
  time = 1;
  sent = [];
  isRefused = false;
  typed = 0;
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

const REASON = refuse('invalid', 'The server refuses it');

function fileHere(id: string) {
  return newLocalFile({ id, name: `${id}.jpg`, size: 1, at: 1 });
}

function rejection(): RejectedItem {
  const item = renameItem(1, 'l');
  const { seq, keys } = item;
  return { seq, group: seq, keys, item, reason: REASON, rejectedAt: 1, base: null, local: null };
}

function startReport() {
  const request: Client['own']['request'] = async ({ body }, parse) => {
    if (isRefused) throw new Error('offline');
    sent.push(body);
    return parse({});
  };
  const client: Parameters<typeof createHoldingsReport>[0]['client'] = {
    own: Object.assign(Object.create(null), { request }),
    draftsHere: async (of) => {
      expect(of).toEqual([ENCRYPTED]);
      return { typed, texts: [], stored: new Set() };
    },
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

it('[HOLD-1] counts as unsent what a removal of the data would lose, as before a sign-out', async () => {
  await db.rejected.put(rejection());
  await db.blobs.bulkPut([
    { ...fileHere('waits'), state: 'waiting' },
    { ...fileHere('refused'), state: 'refused', reason: REASON },
    { ...fileHere('shot'), state: 'shot' },
    { ...fileHere('sent'), state: 'kept' },
  ]);
  typed = 2;
  await startReport()(HERE);
  expect(sent).toMatchObject([{ unsent: 6 }]);
});

it('[HOLD-1] reports a change that was rejected although the cursor has not advanced', async () => {
  const report = startReport();
  await report(HERE);
  time += MINUTE;
  await db.rejected.put(rejection());
  await report(HERE);
  expect(sent).toHaveLength(1);
  time += 4 * MINUTE;
  await report(HERE);
  expect(sent).toMatchObject([{ unsent: 0 }, { unsent: 1 }]);
  time += 6 * MINUTE;
  await report(HERE);
  expect(sent).toHaveLength(2);
  typed = 1;
  time += MINUTE;
  await report(HERE);
  expect(sent).toMatchObject([{ unsent: 0 }, { unsent: 1 }, { unsent: 2 }]);
});
