import type { JournalPort, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';

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
