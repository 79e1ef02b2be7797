import { refold } from './ports-view.ts';
import { type OutboxItem, refOfKey, type StoreTx } from './ports.ts';

/** How long retired mutations are kept to be sent again to a restored server (MUT-3). */
const JOURNAL_AGE = 30 * 24 * 3_600_000;
const JOURNAL_SIZE = 5_000;

export interface Retire {
  readonly stream: string;
  /** Everything up to this version is here, and nothing more is to come. */
  readonly upTo: number;
  /** Acked mutations without a version of which a whole pull has been read since. */
  readonly settled: ReadonlySet<number>;
  readonly at: number;
}

/** Mutations of one transaction, so that the UI does not wait for it. */
const AT_ONCE = 100;

/**
 * MUT-2: acked mutations the stream is complete for leave the view, which by now says the same, and go to the
 * journal. Answers true when more of them are left.
 */
export async function retire(tx: StoreTx, input: Retire): Promise<boolean> {
  const acked = await tx.outboxIn('acked');
  const due = acked.filter((item) => isDue(item, input));
  const now = due.slice(0, AT_ONCE);
  if (now.length === 0) return false;
  await intoJournal(tx, now, input.at);
  await refold(tx, [...new Set(now.flatMap((item) => item.keys))].map(refOfKey));
  return due.length > now.length;
}

/** Takes mutations out of the outbox; the caller folds their rows anew. */
export async function intoJournal(
  tx: StoreTx,
  items: readonly OutboxItem[],
  at: number,
): Promise<void> {
  await tx.putJournal(
    items.map((item) => ({ seq: item.seq, stream: item.stream, item, retiredAt: at })),
  );
  await tx.deleteOutbox(items.map(({ seq }) => seq));
}

export function trimJournal(tx: StoreTx, now: number): Promise<void> {
  return tx.trimJournal(now - JOURNAL_AGE, JOURNAL_SIZE);
}

function isDue(item: OutboxItem, { stream, upTo, settled }: Retire): boolean {
  if (item.stream !== stream || item.v === undefined) return false;
  return item.v === null ? settled.has(item.seq) : item.v <= upTo;
}
