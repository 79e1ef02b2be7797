import type {
  ClientPort,
  JournalPort,
  OutboxItem,
  OutboxPort,
  RejectedPort,
} from '../core/ports/outbox.ts';

/** Days and number of retired mutations that are kept to be sent again to a restored server (MUT-3). */
const DAYS = 30;
const SIZE = 5_000;

const DAY = 24 * 3_600_000;

/** Moves mutations from the outbox to the journal; the caller rebases their rows. */
export async function intoJournal(
  tx: OutboxPort & JournalPort,
  items: readonly OutboxItem[],
  at: number,
): Promise<void> {
  await tx.putJournal(
    items.map((item) => ({ seq: item.seq, stream: item.stream, item, retiredAt: at })),
  );
  await tx.deleteOutbox(items.map(({ seq }) => seq));
}

/**
 * Deletes entries after 30 days in the journal. A day is counted when a pass trims the journal a day or more after the
 * last counted one: a clock that jumps by years counts one day, so entries that a restored server needs are kept (ID-3,
 * EPOCH-1). A clock that is set back counts none until it has caught up.
 */
export async function trimJournal(
  tx: OutboxPort & RejectedPort & JournalPort & ClientPort,
  now: number,
): Promise<void> {
  const known = await tx.journalDays();
  if (known !== undefined && now - known.since < DAY) return tx.trimJournal(0, SIZE);
  const ends = known === undefined ? [] : [...known.ends, await lastDone(tx)];
  await tx.putJournalDays({ since: now, ends: ends.slice(-DAYS) });
  await tx.trimJournal(ends.length > DAYS ? (ends[0] ?? 0) : 0, SIZE);
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
