import type { PushAnswer, PushRequest, Verdict } from '../../model/protocol/messages.ts';
import type { ClientPort, ClientRecord, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';

/**
 * Identity of a device at the server (ID-2). A profile that was copied or restored to an earlier state has the client
 * id and the seqs of another device. In each batch both sides therefore compare the seqs that the server received with
 * those that this database sent. The device that is behind takes a new client id and sends every mutation without a
 * verdict again:
 *
 *   same profile ---- server received up to 6 ------------------------> continues
 *        \-- copied at 3 -- sends 4, "heard 3, sent 4" --> copied --> new client id --> sends 4 again
 */

/** Claim of a batch about the present client. Without `heard` and `sent` while the last received seq is unknown. */
export function claimOf({
  heard,
  told,
  sent,
}: ClientRecord): Pick<PushRequest, 'heard' | 'told' | 'sent'> {
  return heard === null ? { told } : { heard, told, sent: [...sent] };
}

/** Stores the claim of a batch before it is sent, so that a lost response does not lose it. */
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

/** The part of a response that concerns this device's own mutations. */
export interface Evidence {
  readonly answer: PushAnswer;
  /** The last claimed seq. */
  readonly lastSeq: number;
  /** Present state of the batch's pending mutations. */
  readonly items: ReadonlyMap<number, OutboxItem>;
}

/**
 * WRITE-2: true when another device uses this client id. Compares with the present state of the database, because
 * another tab may have sent more since.
 */
export function isCopied(client: ClientRecord, { answer, lastSeq, items }: Evidence): boolean {
  const { heard = 0, copied, verdicts } = answer;
  if (heard > lastSeq) return true;
  const known = new Set(client.sent);
  const isStranger = (seq: number) => seq > (client.heard ?? Infinity) && !known.has(seq);
  if (copied !== undefined && (copied.ack_through > client.told || copied.seqs.some(isStranger))) {
    return true;
  }
  return verdicts.some((verdict) => isOfAnother(verdict, items.get(verdict.seq), client));
}

/**
 * True for a verdict on a mutation that this device has not sent under that key. `settled` is the device's own only for
 * a mutation that it has acknowledged itself: an attempt alone proves nothing, because a restored server refuses the
 * batch (409 `epoch`) before a copy of the profile acknowledges its own mutation of the same seq. A mutation that was put
 * back has the key of the device that made it, whatever that device has sent since (MUT-9).
 */
export function isOfAnother(
  verdict: Verdict,
  item: OutboxItem | undefined,
  { told }: Pick<ClientRecord, 'told'>,
): boolean {
  if (item === undefined || item.state === 'acked' || item.keySeq !== undefined) return false;
  if (verdict.code === 'key_reused') return true;
  return verdict.settled === true && (item.tries <= 1 || item.seq > told);
}

/**
 * Takes a new client id, in the transaction that stores the response: every mutation without a verdict gets a new key.
 * Acknowledged mutations keep theirs for a restored server (EPOCH-1).
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
