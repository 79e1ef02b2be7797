import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import type { StreamState } from '../../../../sync/core/ports/streams.ts';
import { type AccountDb, accountDb } from '../../../../sync/store/database.ts';
import { receivedHere } from '../../../../sync/store/queries/received.ts';

const PROJECT = 'project:p';
const COMPLETE = { kind: 'complete', readAt: 3, loaded: null } as const;
const WHOLE: StreamState = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 9,
  complete: 9,
  scopes: { directory: COMPLETE, [PROJECT]: COMPLETE },
  suspect: false,
  lastSync: 1,
};

let db: AccountDb;
beforeEach(() => {
  db = accountDb('received', { indexedDB: new IDBFactory(), IDBKeyRange });
});

async function reportOf(change: Partial<StreamState>) {
  await db.streams.put({ ...WHOLE, ...change });
  return await receivedHere(db, '1');
}

it('[RECEIPT-1.1] a device that lacks nothing reports epoch and cursor', async () => {
  expect(await receivedHere(db, '1')).toBeUndefined();
  expect(await reportOf({})).toEqual({ epoch: 'e', cursor: 9, cursor_at: null, outlined: false });
  expect(await receivedHere(db, '2')).toBeUndefined();
});

it('[RECEIPT-1.3] a device with outlines says so', async () => {
  expect(await reportOf({ outlined: [PROJECT] })).toMatchObject({ outlined: true });
});

it.each([
  [
    'a scope is filled',
    { scopes: { directory: COMPLETE, [PROJECT]: { kind: 'filling', readAt: 9 } } },
  ],
  ['a scope misses later changes', { scopes: { [PROJECT]: { kind: 'unlisted', loaded: null } } }],
  ['pages are still to come', { complete: 8 }],
  ['the stream has not been complete since its download', { complete: undefined }],
  ['wanted details are not here', { outlined: [PROJECT], wanted: [PROJECT] }],
  ['another stream has a new epoch', { suspect: true }],
  ['it has no epoch yet', { epoch: null }],
  ['the stream is downloaded', { download: { reason: 'epoch', done: 1, total: 2, run: 'r' } }],
] as const satisfies readonly (readonly [string, object])[])(
  '[RECEIPT-1.2] a device reports nothing while %s',
  async (_what, change) => {
    const { complete, ...whole } = WHOLE;
    await db.streams.put(
      'complete' in change && change.complete === undefined
        ? whole
        : { ...whole, complete: complete ?? 0, ...change },
    );
    expect(await receivedHere(db, '1')).toBeUndefined();
  },
);
