import type { PushAnswer, PushRequest, Verdict } from '../../model/protocol/messages.ts';
import type { ClientPort, ClientRecord, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';

/**
 * Who a device is to the server (ID-2). A profile that was copied, or put back to an earlier state, goes on under the
 * client id and the seqs of another one. Both sides therefore compare, in each batch, what was heard of the client with
 * what this database has sent; whoever has been left behind takes a new id and sends again what has no verdict:
 *
 *   same profile ---- heard by the server up to 6 --------------------> goes on
 *        \-- copied at 3 -- sends 4, "heard 3, sent 4" --> copied --> new client id --> sends it again
 */

/** The client id that a mutation's key is made with. */
export function clientOf(
  { client, seq }: Pick<OutboxItem, 'client' | 'seq'>,
  { clientId, former }: ClientRecord,
): string {
  return client ?? former.find(({ upTo }) => seq <= upTo)?.clientId ?? clientId;
}

/** What a batch of the present client says of it. Nothing while it is not known what the server has heard. */
export function claimOf({
  heard,
  told,
  sent,
}: ClientRecord): Pick<PushRequest, 'heard' | 'told' | 'sent'> {
  return heard === null ? { told } : { heard, told, sent: [...sent] };
}

/** Keeps with a batch what it says, before it leaves: a lost answer must not make it unknown. */
export function afterSending(
  client: ClientRecord,
  seqs: readonly number[],
  ackThrough: number,
): ClientRecord {
  const above = seqs.filter((seq) => client.heard === null || seq > client.heard);
  const sent = [...new Set([...client.sent, ...above])];
  return { ...client, told: Math.max(client.told, ackThrough), sent };
}

export function afterAcknowledgement(client: ClientRecord, heard: number): ClientRecord {
  const highest = Math.max(client.heard ?? 0, heard);
  return { ...client, heard: highest, sent: client.sent.filter((seq) => seq > highest) };
}

/** Of an answer, what is about this device's own mutations. */
export interface Evidence {
  readonly answer: PushAnswer;
  /** The last seq taken. */
  readonly lastSeq: number;
  /** The batch's mutations that wait, as they are by now. */
  readonly items: ReadonlyMap<number, OutboxItem>;
}

/**
 * WRITE-2: whether another device goes on under this client id. Compared with what this database knows by now: another
 * tab may have sent more since the batch left.
 */
export function isCopied(client: ClientRecord, { answer, lastSeq, items }: Evidence): boolean {
  const { heard = 0, copied, verdicts } = answer;
  if (heard > lastSeq) return true;
  const known = new Set(client.sent);
  const isStranger = (seq: number) => seq > (client.heard ?? Infinity) && !known.has(seq);
  if (copied !== undefined && (copied.ack_through > client.told || copied.seqs.some(isStranger))) {
    return true;
  }
  return verdicts.some((verdict) => isOfAnother(verdict, items.get(verdict.seq)));
}

/** A verdict about a mutation that this device has not sent under that key. */
export function isOfAnother(verdict: Verdict, item: OutboxItem | undefined): boolean {
  if (item === undefined || item.state === 'acked') return false;
  return verdict.code === 'key_reused' || (verdict.settled === true && item.tries <= 1);
}

/**
 * Takes a new client id, in the transaction that stores what the answer said: everything without a verdict has a new key
 * with it. What was acknowledged keeps its old one, for a restored server (EPOCH-1).
 */
export async function leaveClient(tx: OutboxPort & ClientPort): Promise<void> {
  const [client, outbox, upTo] = await Promise.all([tx.client(), tx.outbox(), tx.lastSeq()]);
  const clientId = tx.newClientId();
  const open = outbox.filter(
    ({ state, client: fixed }) => state !== 'acked' && fixed === undefined,
  );
  await tx.putOutbox(open.map((item) => ({ ...item, client: clientId })));
  const former = [...client.former, { clientId: client.clientId, upTo }];
  await tx.putClient({ clientId, heard: 0, told: 0, sent: [], former });
}
