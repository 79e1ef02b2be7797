import { entityOf } from '../../model/entities/registry.ts';
import { type ActivityEntry, activityEntryOf } from '../../model/protocol/account.ts';
import type { AccountDb } from './database.ts';

/** The page of the history that was read last, as it came; `at` in milliseconds. The reader parses it again. */
interface KeptActivity {
  readonly at: number;
  readonly entries: readonly unknown[];
}

interface Page {
  readonly at: number;
  readonly entries: readonly ActivityEntry[];
}

/**
 * Keeps the newest page for the time without a network; the one before it goes. Without what people wrote in rows that
 * they may delete: nobody would take it out of here (decision 0039).
 */
export async function keepActivity(db: AccountDb, { at, entries }: Page): Promise<void> {
  await db.meta.put({ key: 'activity', at, entries: entries.map(withoutText) });
}

/** Drops a page that a build before 0039 kept with such texts. */
export async function dropKeptTexts(db: AccountDb): Promise<void> {
  await db.dexie.transaction('rw', [db.meta], async () => {
    const kept = await keptActivity(db);
    if (kept?.entries.some(hasText) === true) await dropActivity(db);
  });
}

function withoutText(entry: ActivityEntry): ActivityEntry {
  const fields = erasedOf(entry);
  if (fields.length === 0) return entry;
  const changes = entry.changes.filter(({ field }) => !fields.includes(field));
  return { ...entry, name: '', changes };
}

/** Also of entries in a shape of another build. */
function hasText(stored: unknown): boolean {
  const parsed = activityEntryOf(stored);
  if (parsed === undefined) return true;
  const fields = erasedOf(parsed);
  if (fields.length === 0) return false;
  return parsed.name !== '' || parsed.changes.some(({ field }) => fields.includes(field));
}

function erasedOf({ table }: ActivityEntry): readonly string[] {
  return entityOf(table)?.erase?.fields ?? [];
}

export async function keptActivity(db: AccountDb): Promise<KeptActivity | undefined> {
  const row = await db.meta.get('activity');
  return row?.key === 'activity' ? { at: row.at, entries: row.entries } : undefined;
}

/** Whoever may no longer read the history does not keep a page of it either. */
export async function dropActivity(db: AccountDb): Promise<void> {
  await db.meta.delete('activity');
}
