import { prepareMutation } from '../../model/mutations/registry.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { OutboxItem } from './ports/outbox.ts';
import type { BaseRow } from './ports/rows.ts';
import { rowKey } from './row-key.ts';

/** Relations between mutations of the outbox, for the engine and for the store's local writes. */

/** The mutation of an item, or undefined when this build does not know it (VER-2). */
export function preparedOf(item: Pick<OutboxItem, 'name' | 'args'>): Prepared | undefined {
  try {
    return prepareMutation(item.name, item.args);
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/**
 * True when the base row contains the mutation: its write is not newer than the row, or it created a row that the
 * server has by now. Applying the mutation again would hide later changes of other people.
 */
export function isContained(item: OutboxItem, base: BaseRow): boolean {
  if (base.row !== null && item.creates.includes(base.key)) return true;
  return item.state === 'acked' && isWrittenBy(item, base.v);
}

/** True when the write of an acked mutation is known to be at or below the version. */
export function isWrittenBy(item: OutboxItem, version: number): boolean {
  return (item.v ?? item.settledBy ?? Number.POSITIVE_INFINITY) <= version;
}

/**
 * Seqs of the mutations that are blocked by an earlier one which is quarantined or unknown to this build: they change
 * or need a row of that mutation or of another blocked one (MUT-6).
 */
export function blockedSeqs(
  outbox: readonly OutboxItem[],
  isUnknown: (item: OutboxItem) => boolean,
): ReadonlySet<number> {
  const blocked = new Set<number>();
  const keys = new Set<string>();
  for (const item of outbox) {
    if (item.state === 'acked') continue;
    const waits = touches(item, keys);
    const isStuck = item.state === 'quarantined' || isUnknown(item);
    if (!isStuck && !waits) continue;
    if (!isStuck) blocked.add(item.seq);
    for (const key of item.keys) keys.add(key);
  }
  return blocked;
}

/** True when the mutation changes one of the rows or needs one of them to exist. */
export function touches(item: OutboxItem, keys: ReadonlySet<string>): boolean {
  return item.keys.some((key) => keys.has(key)) || item.parents.some((key) => keys.has(key));
}

/**
 * Dependents of `first` (MUT-4), direct and indirect: mutations that change or need a row it created, or that continue
 * a text it wrote; never an acked mutation. `outbox` is ordered by seq.
 */
export function dependentsOf(
  outbox: readonly OutboxItem[],
  first: OutboxItem,
): readonly OutboxItem[] {
  const made = new Set(first.creates);
  const texts = new Set([first.seq]);
  const found: OutboxItem[] = [];
  for (const item of outbox) {
    if (item.seq <= first.seq || item.state === 'acked') continue;
    const continues = item.textAfter !== undefined && texts.has(item.textAfter);
    if (!continues && !touches(item, made)) continue;
    found.push(item);
    texts.add(item.seq);
    for (const key of item.creates) made.add(key);
  }
  return found;
}

/** Field `lines` of a mutation that was merged from several. */
export function linesOf(...items: readonly Pick<OutboxItem, 'lines'>[]): Pick<OutboxItem, 'lines'> {
  const lines = items.flatMap((item) => item.lines ?? []);
  return lines.length === 0 ? {} : { lines };
}

/** True when the mutation wrote this long text of the row, or created the row. */
export function writesText(item: OutboxItem, table: string, id: string, field: string): boolean {
  if (item.creates.includes(rowKey(table, id))) return true;
  const text = preparedOf(item)?.text;
  return text?.table === table && text.id === id && text.field === field;
}

/** True when the server certainly has not applied the mutation: it was never sent, or failed repeatedly with a 5xx. */
export function isDiscardable({ state, tries }: OutboxItem): boolean {
  return state === 'quarantined' || (state === 'queued' && tries === 0);
}
