import { entityOf } from '../../model/entities/registry.ts';
import { type ActivityEntry, activityEntryOf } from '../../model/protocol/account.ts';
import type { AccountDb } from './database.ts';

/** Last page of the activity log that was read, as received; `at` in milliseconds. The reader parses it again. */
interface KeptActivity {
  readonly at: number;
  readonly entries: readonly unknown[];
}

interface Page {
  readonly at: number;
  readonly entries: readonly ActivityEntry[];
}

/**
 * Stores the newest page for offline use in place of the one before. Texts of rows that their authors may delete are
 * left out, because nothing would remove them here (decision 0039).
 */
export async function keepActivity(db: AccountDb, { at, entries }: Page): Promise<void> {
  await db.meta.put({ key: 'activity', at, entries: entries.map(withoutText) });
}

/** Deletes a page that a build before 0039 stored with such texts. */
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

/** Also detects texts in entries in the shape of another build. */
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

/** Deletes the page of a person who may not read the activity log any more. */
export async function dropActivity(db: AccountDb): Promise<void> {
  await db.meta.delete('activity');
}
