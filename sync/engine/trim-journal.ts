import type { ClientPort, JournalPort, OutboxPort, RejectedPort } from '../core/ports/outbox.ts';
import { withRetired } from '../core/retired-keys.ts';
import type { EngineContext } from './context.ts';

/** The age of retired mutations; loaded at the end of a pass. */

/** Days and number of retired mutations that are kept to be sent again to a restored server (MUT-3). */
const DAYS = 30;
const SIZE = 5_000;

const DAY = 24 * 3_600_000;

/**
 * Deletes entries after 30 days in the journal. A day is counted when a pass trims the journal a day or more after the
 * last counted one: a clock that jumps by years counts one day, so entries that a restored server needs are kept (ID-3,
 * EPOCH-1). A clock that is set back counts none until it has caught up. The keys of deleted entries stay (MUT-10.6).
 */
export async function trimJournal({ ports }: EngineContext): Promise<void> {
  const now = ports.clock.now();
  await ports.store.write({ tables: [], durability: 'on-disk' }, (tx) => trim(tx, now));
}

async function trim(
  tx: OutboxPort & RejectedPort & JournalPort & ClientPort,
  now: number,
): Promise<void> {
  const known = await tx.journalDays();
  const isSameDay = known !== undefined && now - known.since < DAY;
  const before = known?.ends ?? [];
  const ends = known === undefined || isSameDay ? before : [...before, await lastDone(tx)];
  const old = await tx.oldInJournal(ends.length > DAYS ? (ends[0] ?? 0) : 0, SIZE);
  if (isSameDay && old.length === 0) return;
  const items = old.map(({ item }) => item);
  await tx.putJournalDays({
    since: isSameDay ? known.since : now,
    ends: ends.slice(-DAYS),
    retired: withRetired(known?.retired, items, await tx.client()),
  });
  await tx.deleteJournal(old.map(({ seq }) => seq));
}

/** Restarts the count of days for mutations that leave the journal to be sent again. */
export async function restartDays(tx: JournalPort, seqs: readonly number[]): Promise<void> {
  const days = await tx.journalDays();
  if (days === undefined || seqs.length === 0) return;
  const before = Math.min(...seqs) - 1;
  await tx.putJournalDays({ ...days, ends: days.ends.map((end) => Math.min(end, before)) });
}

/** Highest seq up to which no further mutation enters the journal. */
async function lastDone(tx: OutboxPort & RejectedPort & ClientPort): Promise<number> {
  const [[first], rejected, last] = await Promise.all([tx.outbox(1), tx.rejected(), tx.lastSeq()]);
  return Math.min(last, ...[first, ...rejected].map((item) => (item?.seq ?? Infinity) - 1));
}
