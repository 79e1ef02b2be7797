import { clientOf, keySeqOf } from './client-key.ts';
import type { ClientRecord, OutboxItem, RetiredKeys } from './ports/outbox.ts';

type Range = readonly [from: number, to: number];

/** The same with the keys of these mutations; ranges that meet become one. */
export function withRetired(
  known: RetiredKeys | undefined,
  items: readonly OutboxItem[],
  client: Pick<ClientRecord, 'clientId' | 'former'>,
): RetiredKeys {
  const added = new Map<string, Range[]>();
  for (const item of items) {
    const seq = keySeqOf(item);
    const ranges = added.get(clientOf(item, client)) ?? [];
    added.set(clientOf(item, client), [...ranges, [seq, seq]]);
  }
  const all: Record<string, readonly Range[]> = { ...known };
  for (const [id, ranges] of added) all[id] = joined([...(all[id] ?? []), ...ranges]);
  return all;
}

export function isRetired(
  known: RetiredKeys | undefined,
  item: OutboxItem,
  client: Pick<ClientRecord, 'clientId' | 'former'>,
): boolean {
  const seq = keySeqOf(item);
  const ranges = known?.[clientOf(item, client)] ?? [];
  return ranges.some(([from, to]) => from <= seq && seq <= to);
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const [from, to] of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = all.at(-1);
    if (last === undefined || from > last[1] + 1) all.push([from, to]);
    else all[all.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return all;
}
