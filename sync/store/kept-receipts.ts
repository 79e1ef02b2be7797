import type { AccountDb } from './database.ts';

/** Tasks whose receipts are kept for offline use; the least recently kept is removed first. */
const MOST = 20;
/** Time within which the same receipts are not stored again, in milliseconds. */
const SAME = 60_000;

/** Receipts of a task as they were received; `at` in milliseconds by the device's clock. The reader parses them again. */
interface KeptReceipts {
  readonly at: number;
  readonly receipts: readonly unknown[];
}

export async function keepReceipts(
  db: AccountDb,
  task: string,
  { at, receipts }: KeptReceipts,
): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    const row = await db.meta.get('receipts');
    const kept = row?.key === 'receipts' ? row.tasks : [];
    const before = kept.find((one) => one.task === task);
    const isSame = JSON.stringify(before?.receipts) === JSON.stringify(receipts);
    if (before !== undefined && isSame && at - before.at < SAME) return;
    const others = kept.filter((one) => one.task !== task).slice(1 - MOST);
    await db.meta.put({ key: 'receipts', tasks: [...others, { task, at, receipts }] });
  });
}

export async function keptReceipts(db: AccountDb, task: string): Promise<KeptReceipts | undefined> {
  const row = await db.meta.get('receipts');
  return row?.key === 'receipts' ? row.tasks.find((one) => one.task === task) : undefined;
}

/** Receipts of the person's own recent work as they were received; the reader parses them again. */
interface KeptWorkReceipts {
  /** Milliseconds by the device's clock. */
  readonly at: number;
  readonly answer: object;
}

export async function keepWorkReceipts(
  db: AccountDb,
  { at, answer }: KeptWorkReceipts,
): Promise<void> {
  await db.meta.put({ key: 'work-receipts', at, answer });
}

export async function keptWorkReceipts(db: AccountDb): Promise<KeptWorkReceipts | undefined> {
  const row = await db.meta.get('work-receipts');
  return row?.key === 'work-receipts' ? row : undefined;
}
