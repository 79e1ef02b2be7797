import type {
  ClientPort,
  JournalPort,
  OutboxItem,
  OutboxPort,
  RejectedPort,
} from '../core/ports/outbox.ts';

/** How long and how many retired mutations are kept to be sent again to a restored server (MUT-3). */
const DAYS = 30;
const SIZE = 5_000;

const DAY = 24 * 3_600_000;

/** Takes mutations out of the outbox; the caller folds their rows anew. */
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
 * Forgets what has been in the journal for 30 days. They are counted, one a day on which an engine started, and not
 * told from the device's clock: a clock that jumps by years is one day more, and what a restored server needs is still
 * here (ID-3, EPOCH-1). A clock that is put back counts none until it has caught up.
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

/** For what goes out of the journal to be sent again: its days are counted anew when it has come back. */
export async function countAnew(tx: JournalPort, seqs: readonly number[]): Promise<void> {
  const days = await tx.journalDays();
  if (days === undefined || seqs.length === 0) return;
  const before = Math.min(...seqs) - 1;
  await tx.putJournalDays({ ...days, ends: days.ends.map((end) => Math.min(end, before)) });
}

/** Up to which seq nothing is to come into the journal any more. */
async function lastDone(tx: OutboxPort & RejectedPort & ClientPort): Promise<number> {
  const [[first], rejected, last] = await Promise.all([tx.outbox(1), tx.rejected(), tx.lastSeq()]);
  return Math.min(last, ...[first, ...rejected].map((item) => (item?.seq ?? Infinity) - 1));
}
