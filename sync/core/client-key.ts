import type { ClientRecord, OutboxItem } from './ports/outbox.ts';

/** Client id in the key of a mutation (ID-2). */
export function clientOf(
  { client, seq }: Pick<OutboxItem, 'client' | 'seq'>,
  { clientId, former }: Pick<ClientRecord, 'clientId' | 'former'>,
): string {
  return client ?? former.find(({ upTo }) => seq <= upTo)?.clientId ?? clientId;
}

/** Seq in the key of a mutation: that of the device that made it (MUT-9). */
export function keySeqOf({ seq, keySeq }: Pick<OutboxItem, 'seq' | 'keySeq'>): number {
  return keySeq ?? seq;
}
