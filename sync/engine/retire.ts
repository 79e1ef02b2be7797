import { intoJournal } from './journal.ts';
import { rebase } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { JournalPort, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';
import { refOfKey } from '../core/row-key.ts';

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
export async function retire(
  tx: RowsPort & OutboxPort & JournalPort,
  input: Retire,
): Promise<boolean> {
  const due = await dueOf(tx, input);
  const now = due.slice(0, AT_ONCE);
  if (now.length === 0) return false;
  await intoJournal(tx, now, input.at);
  await rebase(tx, [...new Set(now.flatMap((item) => item.keys))].map(refOfKey));
  return due.length > now.length;
}

/** Acked mutations that may retire: none before an earlier one of its row, or the view would lack what that one did. */
export async function dueOf(
  tx: OutboxPort,
  bounds: Pick<Retire, 'stream' | 'upTo' | 'settled'>,
): Promise<readonly OutboxItem[]> {
  const due: OutboxItem[] = [];
  const held = new Set<string>();
  for (const item of await tx.outboxIn('acked')) {
    if (isDue(item, bounds) && !item.keys.some((key) => held.has(key))) due.push(item);
    else for (const key of item.keys) held.add(key);
  }
  return due;
}

/** Whether all rows these mutations are about are in the tables a transaction holds, and few enough for it. */
export function areWithin(items: readonly OutboxItem[], tables: readonly string[]): boolean {
  const held = new Set(tables);
  return (
    items.length <= AT_ONCE &&
    items.every(({ keys }) => keys.every((key) => held.has(refOfKey(key).table)))
  );
}

function isDue(
  item: OutboxItem,
  { stream, upTo, settled }: Pick<Retire, 'stream' | 'upTo' | 'settled'>,
): boolean {
  if (item.stream !== stream || item.v === undefined) return false;
  return item.v === null ? settled.has(item.seq) : item.v <= upTo;
}
