import { isDeepStrictEqual } from 'node:util';
import type { StoreView } from '../store-view.ts';

/**
 * CLIENT-8: the person's mutations, their verdicts and rejections, and the client's numbers are on the disk before they
 * are reported. A mutation that retired with an event may be acked again, because the event's changes are reverted with
 * it.
 */
export function keepsOwnData(before: StoreView, after: StoreView): string | undefined {
  if (!isDeepStrictEqual(numbersOf(before), numbersOf(after))) return 'the numbers of the client';
  for (const item of before.outbox) {
    const kept = after.outbox.find(({ seq }) => seq === item.seq);
    if (!isDeepStrictEqual(kept, item)) return `${String(item.seq)} (${item.name}) of the outbox`;
  }
  for (const { seq } of after.outbox) {
    const isKnown =
      before.outbox.some((item) => item.seq === seq) ||
      before.journal.some((entry) => entry.seq === seq);
    if (!isKnown) return `${String(seq)} had left the outbox`;
  }
  if (!isDeepStrictEqual(before.rejected, after.rejected)) return 'rejected mutations';
  return undefined;
}

/** Without the marks, which are part of the outbox and retire with it. */
function numbersOf({ client }: StoreView): unknown {
  return Object.fromEntries(Object.entries(client ?? {}).filter(([name]) => name !== 'marks'));
}
