import { intoJournal } from './journal.ts';
import { isWrittenBy } from '../core/dependencies.ts';
import { rebase } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { JournalPort, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';
import { refOfKey } from '../core/row-key.ts';

export interface Retire {
  readonly stream: string;
  /** Version up to which the stream is complete. */
  readonly upTo: number;
  /** Seqs of mutations acked without any version, before a pull that has been read completely since. */
  readonly settled: ReadonlySet<number>;
  readonly at: number;
}

/** Mutations retired per transaction, so that the UI does not wait for a long one. */
const AT_ONCE = 100;

/** Acked mutations that are read to find them. */
const HEAD = AT_ONCE + 20;

/**
 * MUT-2: moves acked mutations for which the stream is complete to the journal; the base row has their changes by then.
 * Returns true when more are left.
 */
export async function retire(
  tx: RowsPort & OutboxPort & JournalPort,
  input: Retire,
): Promise<boolean> {
  // What is due depends on earlier mutations only. A thousand acked ones are not read for every hundred.
  const first = await tx.outboxIn('acked', HEAD);
  const head = dueAmong(first, input);
  const isEnough = first.length < HEAD || head.length > AT_ONCE;
  const due = isEnough ? head : await dueOf(tx, input);
  const now = due.slice(0, AT_ONCE);
  if (now.length === 0) return false;
  await intoJournal(tx, now, input.at);
  await rebase(tx, [...new Set(now.flatMap((item) => item.keys))].map(refOfKey));
  return due.length > now.length;
}

/** Acked mutations that may retire: none before an earlier one of its row, whose change the view would lack. */
export async function dueOf(
  tx: OutboxPort,
  bounds: Pick<Retire, 'stream' | 'upTo' | 'settled'>,
): Promise<readonly OutboxItem[]> {
  return dueAmong(await tx.outboxIn('acked'), bounds);
}

function dueAmong(
  acked: readonly OutboxItem[],
  bounds: Pick<Retire, 'stream' | 'upTo' | 'settled'>,
): readonly OutboxItem[] {
  const due: OutboxItem[] = [];
  const blocked = new Set<string>();
  for (const item of acked) {
    if (isDue(item, bounds) && !item.keys.some((key) => blocked.has(key))) due.push(item);
    else for (const key of item.keys) blocked.add(key);
  }
  return due;
}

/** True when the transaction's tables contain all rows of these mutations, and one transaction can retire them. */
export function areWithin(items: readonly OutboxItem[], tables: readonly string[]): boolean {
  const blocked = new Set(tables);
  return (
    items.length <= AT_ONCE &&
    items.every(({ keys }) => keys.every((key) => blocked.has(refOfKey(key).table)))
  );
}

function isDue(
  item: OutboxItem,
  { stream, upTo, settled }: Pick<Retire, 'stream' | 'upTo' | 'settled'>,
): boolean {
  if (item.stream !== stream || item.v === undefined) return false;
  return isWrittenBy(item, upTo) || (item.v === null && settled.has(item.seq));
}
