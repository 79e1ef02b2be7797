import type { AccountDb } from './database.ts';

/** The page of the history that was read last, as it came; `at` in milliseconds. The reader parses it again. */
interface KeptActivity {
  readonly at: number;
  readonly entries: readonly unknown[];
}

/** Keeps the newest page for the time without a network; the one before it goes. */
export async function keepActivity(db: AccountDb, { at, entries }: KeptActivity): Promise<void> {
  await db.meta.put({ key: 'activity', at, entries });
}

export async function keptActivity(db: AccountDb): Promise<KeptActivity | undefined> {
  const row = await db.meta.get('activity');
  return row?.key === 'activity' ? { at: row.at, entries: row.entries } : undefined;
}

/** Whoever may no longer read the history does not keep a page of it either. */
export async function dropActivity(db: AccountDb): Promise<void> {
  await db.meta.delete('activity');
}
