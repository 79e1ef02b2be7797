import type { PushRequest } from '../../model/protocol/messages.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { afterSending, claimOf } from './client.ts';
import { type EngineContext, streamsOf } from './context.ts';
import { ackThrough, callOf, selectBatch } from './outbox.ts';
import { clientOf, keySeqOf } from '../core/client-key.ts';
import type { StreamsPort } from '../core/ports/streams.ts';
import type { ClientPort, ClientRecord, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';

/**
 * Maximum number of calls in the next batch; halved while the server fails on whole batches, until the failing call is
 * found.
 */
export interface BatchSize {
  current: number;
  readonly most: number;
  /** Seqs of mutations that a proxy blocked since the last successful batch. */
  blocked?: ReadonlySet<number>;
}

export function halve(size: BatchSize, { length }: readonly unknown[]): void {
  size.current = Math.max(1, Math.floor(length / 2));
}

export interface BatchWanted {
  readonly stream: string;
  readonly size: BatchSize;
}

/** A batch that is ready to be sent; its mutations have the state `sending`. */
export interface Claimed {
  readonly request: PushRequest;
  readonly items: readonly OutboxItem[];
  /** There may be more mutations to send. */
  readonly isFull: boolean;
}

export function seqsOf({ items }: Claimed): ReadonlySet<number> {
  return new Set(seqsIn(items));
}

/** Returns undefined when nothing can be sent now. `onTheWay`: seqs of the previous batch. */
export async function claimItems(
  context: EngineContext,
  batch: BatchWanted,
  onTheWay: ReadonlySet<number>,
): Promise<Claimed | undefined> {
  return context.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) =>
    claimBatch(context, tx, batch, onTheWay),
  );
}

async function claimBatch(
  context: EngineContext,
  tx: OutboxPort & ClientPort & StreamsPort,
  { stream, size }: BatchWanted,
  onTheWay: ReadonlySet<number>,
): Promise<Claimed | undefined> {
  const most = Math.ceil(size.current * HEAD);
  // Requested together, because each response of the store takes time.
  const [known, head, client, lastSeq] = await Promise.all([
    streamToSend(context, tx, stream),
    tx.outboxOpen(onTheWay, most),
    tx.client(),
    tx.lastSeq(),
  ]);
  if (known === undefined) return undefined;
  const now = context.ports.clock.now();
  const select = (outbox: readonly OutboxItem[]) =>
    selectBatch({ outbox, onTheWay, stream, client, now, limit: size.current });
  const few = select(head);
  // Many waiting mutations may precede the first one that can be sent.
  const isMore = few.length < size.current && head.length >= most;
  const outbox = isMore ? await tx.outboxOpen(onTheWay) : head;
  const selected = isMore ? select(outbox) : few;
  const calls = selected.flatMap((item) => callOf(item) ?? []);
  const items = selected.filter((item) => calls.some(({ seq }) => seq === keySeqOf(item)));
  if (calls.length === 0) return undefined;
  const others = head.length < most ? head.length : (await tx.outboxOpenCount()) - onTheWay.size;
  await tx.markOutbox(items, ({ tries }) => ({ state: 'sending', tries: tries + 1 }));
  const open = [...onTheWay, ...outbox.map(({ seq }) => seq)];
  const request = {
    ...(await introduce(tx, { client, items, open, lastSeq })),
    stream,
    epoch: known.epoch,
    since: known.cursor,
    schema: SCHEMA_VERSION,
    // The server has received the previous batch when this one leaves (`push`).
    pending: others,
    calls,
  };
  return { request, items, isFull: items.length >= size.current };
}

interface Introduction {
  readonly client: ClientRecord;
  readonly items: readonly OutboxItem[];
  readonly open: readonly number[];
  readonly lastSeq: number;
}

/**
 * Identifies the sender of a batch, with what this device knows that the server received from it (ID-2). A batch of a
 * former client id acknowledges nothing.
 */
async function introduce(
  tx: ClientPort,
  { client, items, open, lastSeq }: Introduction,
): Promise<Pick<PushRequest, 'client_id' | 'ack_through' | 'heard' | 'told' | 'sent'>> {
  const owner = items[0] === undefined ? client.clientId : clientOf(items[0], client);
  if (owner !== client.clientId) return { client_id: owner, ack_through: 0 };
  const ack_through = ackThrough(open, lastSeq);
  const sending = afterSending(client, seqsIn(items), ack_through);
  await tx.putClient(sending);
  return { client_id: owner, ack_through, ...claimOf(sending) };
}

function seqsIn(items: readonly OutboxItem[]): readonly number[] {
  return items.map(({ seq }) => seq);
}

/** Share of the outbox that is read to fill a batch, in batches: a long outbox is not read again for each one. */
const HEAD = 1.5;

/** Epoch for a push; undefined while a stream of the account has to be read first (EPOCH-1). */
export async function epochToSend(
  context: EngineContext,
  tx: StreamsPort,
  stream: string,
): Promise<string | undefined> {
  return (await streamToSend(context, tx, stream))?.epoch;
}

async function streamToSend(
  context: EngineContext,
  tx: StreamsPort,
  stream: string,
): Promise<{ readonly epoch: string; readonly cursor: number } | undefined> {
  const names = streamsOf(context.account);
  const states = await Promise.all(names.map((name) => tx.stream(name)));
  const ready = states.every(
    (state) => state !== undefined && state.download === undefined && !state.suspect,
  );
  if (!ready || states.some((state) => (state?.epoch ?? null) === null)) return undefined;
  const { epoch = null, cursor = 0 } = states[names.indexOf(stream)] ?? {};
  return epoch === null ? undefined : { epoch, cursor };
}
