import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import {
  keepReceipts,
  keepWorkReceipts,
  keptReceipts,
  keptWorkReceipts,
} from '../../../sync/store/kept-receipts.ts';

let db: AccountDb;
beforeEach(() => {
  db = accountDb('receipts', { indexedDB: new IDBFactory(), IDBKeyRange });
});

const ANA = { organization_user: '1', received: 9, received_details: 9, reported_at: 5, seen: 0 };

it('receipts of a task are kept with the time of the answer', async () => {
  expect(await keptReceipts(db, 'a')).toBeUndefined();
  await keepReceipts(db, 'a', { at: 1, receipts: [ANA] });
  expect(await keptReceipts(db, 'a')).toMatchObject({ at: 1, receipts: [ANA] });
  await keepReceipts(db, 'a', { at: 2, receipts: [{ ...ANA, seen: 9 }] });
  expect(await keptReceipts(db, 'a')).toMatchObject({ at: 2, receipts: [{ seen: 9 }] });
});

it('the same receipts are stored again only after a minute', async () => {
  await keepReceipts(db, 'a', { at: 1, receipts: [ANA] });
  await keepReceipts(db, 'a', { at: 15_001, receipts: [ANA] });
  expect((await keptReceipts(db, 'a'))?.at).toBe(1);
  await keepReceipts(db, 'a', { at: 60_001, receipts: [ANA] });
  expect((await keptReceipts(db, 'a'))?.at).toBe(60_001);
});

it('those of the last 20 tasks are kept', async () => {
  for (let at = 0; at < 22; at += 1) await keepReceipts(db, `task-${at}`, { at, receipts: [] });
  await keepReceipts(db, 'task-2', { at: 70_000, receipts: [] });
  await keepReceipts(db, 'new', { at: 70_001, receipts: [] });
  const kept = [];
  for (const task of ['task-1', 'task-2', 'task-3', 'task-4', 'new']) {
    kept.push((await keptReceipts(db, task)) !== undefined);
  }
  expect(kept).toEqual([false, true, false, true, true]);
});

it('receipts of the own work are kept beside those of tasks, the last response alone', async () => {
  await keepReceipts(db, 'a', { at: 1, receipts: [ANA] });
  expect(await keptWorkReceipts(db)).toBeUndefined();
  await keepWorkReceipts(db, { at: 2, answer: { epoch: 'e', head: 8, tasks: [] } });
  await keepWorkReceipts(db, { at: 3, answer: { epoch: 'e', head: 9, tasks: [] } });
  expect(await keptWorkReceipts(db)).toMatchObject({ at: 3, answer: { epoch: 'e', head: 9 } });
  expect(await keptReceipts(db, 'a')).toMatchObject({ at: 1, receipts: [ANA] });
});
