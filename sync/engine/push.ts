import type { PushAnswer, PushRequest, Verdict } from '../../model/protocol/messages.ts';
import { refuse } from '../../model/shared/errors.ts';
import { backoff } from './backoff.ts';
import { isBlockedByProxy, handleBlocked, type Sent } from './blocked-by-proxy.ts';
import { type BatchSize, epochToSend, halve, seqsOf, claimItems, type Claimed } from './batch.ts';
import { afterAcknowledgement, isCopied, isOfAnother, leaveClient } from './client.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  isRejectedWith,
  MORE,
  type Step,
} from './context.ts';
import { enterEpoch } from './epoch.ts';
import { clientOf, keySeqOf } from '../core/client-key.ts';
import { dependentsOf, preparedOf, touches } from '../core/dependencies.ts';
import { storeRejection } from '../core/rejection.ts';
import type { StreamsPort } from '../core/ports/streams.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { ClientPort, JournalPort, OutboxItem, OutboxPort } from '../core/ports/outbox.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { reach } from './reach.ts';
import { retire } from './retire.ts';
import {
  acknowledge,
  type Judged,
  kindOf,
  passed,
  reject,
  resolveText,
  recordFailure,
  settleRejected,
} from './verdicts.ts';

export interface Pushing {
  readonly stream: string;
  readonly size: BatchSize;
  /** Time by the device's clock after which no further batch begins. */
  readonly until: number;
  /**
   * Called when the server responds and more mutations follow, so that the pill does not show "offline" until the end.
   */
  readonly reached: () => Promise<void>;
  /** Called when a series of full batches begins and ends. */
  readonly busy: (isBusy: boolean) => void;
  /** True when the last request got no response. */
  readonly hasTimedOut?: () => boolean;
}

/**
 * Sends the pending mutations of a stream in batches (WRITE-8). The step is `done` when nothing is left to send, `more`
 * after verdicts.
 *
 *   device:  claim 1    claim 2      judge 1, claim 3      judge 2, claim 4
 *   network:        [ ---- 1 ---- ][ -------- 2 -------- ][ -------- 3
 *
 * While a full batch is being sent the next one is prepared. It leaves when the server has received all of the previous
 * batch, also while the verdicts are being stored. A batch that depends on rows of the previous one waits until those
 * verdicts are stored: nothing overtakes a mutation it depends on (MUT-6). Its acknowledgement was read before, so
 * verdicts that the device loses before storing them are requested again (WRITE-3).
 */
export async function push(context: EngineContext, pushing: Pushing): Promise<Step> {
  const unreached = await withoutNetwork(context, pushing);
  if (unreached !== undefined) return unreached;
  const first = await claimItems(context, pushing, NONE);
  if (first === undefined) return DONE;
  try {
    return await pushFrom(context, pushing, first);
  } finally {
    pushing.busy(false);
  }
}

/**
 * A mutation that was sent once is frozen and cannot be withdrawn, because it may have arrived (MUT-5). A small request
 * therefore precedes the batch where the machine reports no network, since a server on the same machine can still be
 * reached, and where the last request got no response, as in a dead spot that the machine does not notice.
 */
async function withoutNetwork(
  context: EngineContext,
  { stream, hasTimedOut, reached }: Pushing,
): Promise<Step | undefined> {
  if (context.ports.online.isOnline() && hasTimedOut?.() !== true) return undefined;
  const wants = await context.ports.store.read(
    [],
    async (tx) =>
      (await epochToSend(context, tx, stream)) !== undefined &&
      (await tx.outboxOpen(NONE, 1)).length > 0,
  );
  const step = wants ? await reach(context, stream) : undefined;
  if (wants && step === undefined) await reached();
  return step;
}

async function pushFrom(context: EngineContext, pushing: Pushing, first: Claimed): Promise<Step> {
  let current = first;
  let reply = send(context, current);
  for (;;) {
    const prepared: Claimed | undefined = current.isFull
      ? await claimItems(context, pushing, seqsOf(current))
      : undefined;
    const answer = await reply;
    const next = prepared && withReceived(prepared, current, answer);
    const continues = isAccepted(answer, current) && context.ports.clock.now() < pushing.until;
    // Only while batches succeed; otherwise no event would be applied during the failures.
    if (next !== undefined && continues) pushing.busy(true);
    const early =
      next !== undefined && continues && isIndependent(next, current)
        ? send(context, next)
        : undefined;
    const step = await settle(context, pushing, current, answer);
    if (next === undefined) return step;
    if (answer.ok) await pushing.reached();
    if (!continues) {
      await release(context, next.items);
      return step;
    }
    reply = early ?? send(context, next);
    current = next;
  }
}

/**
 * A batch that was prepared before the response to the previous one states what that response reports as received. With
 * less, a server that loses the previous batch between the two would pass as the one that has received it (WRITE-2.5).
 */
function withReceived(next: Claimed, before: Claimed, answer: Reply<PushAnswer>): Claimed {
  const { request } = next;
  if (!answer.ok || answer.value.epoch !== request.epoch) return next;
  if (request.client_id !== before.request.client_id || request.heard === undefined) return next;
  const heard = Math.max(request.heard, answer.value.heard ?? 0);
  return { ...next, request: { ...request, heard } };
}

/** True when the batch neither changes nor needs a row of the previous one. */
function isIndependent(next: Claimed, before: Claimed): boolean {
  const keys = new Set(before.items.flatMap((item) => item.keys));
  return !next.items.some((item) => touches(item, keys));
}

const NONE: ReadonlySet<number> = new Set();

function send(context: EngineContext, { request, items }: Claimed): Promise<Reply<PushAnswer>> {
  let tries = 0;
  const reply = authed(context, async () => {
    tries += 1;
    // During the renewal of the session another tab may have detected a restored server, and mutations that this batch
    // acknowledges may be pending again (WRITE-3).
    if (tries > 1 && !(await isStillValid(context, request))) return NOT_SENT;
    const sent = { ...request, sent_at: context.ports.clock.now() };
    return withOwnSeqs(await context.ports.transport.push(sent), items);
  });
  // Nothing awaits the response when the previous verdicts could not be stored.
  reply.catch(() => undefined);
  return reply;
}

/** Verdicts name mutations by the seq of their key; from here on by the seq of the outbox (MUT-9). */
function withOwnSeqs(reply: Reply<PushAnswer>, items: readonly OutboxItem[]): Reply<PushAnswer> {
  if (!reply.ok || items.every(({ keySeq }) => keySeq === undefined)) return reply;
  const own = new Map(items.map((item) => [keySeqOf(item), item.seq]));
  const verdicts = reply.value.verdicts.map((one) => ({
    ...one,
    seq: own.get(one.seq) ?? one.seq,
  }));
  return { ...reply, value: { ...reply.value, verdicts } };
}

const NOT_SENT = { ok: false, failure: { kind: 'later', reason: 'stream-changed' } } as const;

function isStillValid(context: EngineContext, { stream, epoch }: PushRequest): Promise<boolean> {
  return context.ports.store.read(
    [],
    async (tx) => (await epochToSend(context, tx, stream)) === epoch,
  );
}

/** True when every call of the batch has a 2xx. */
function isAccepted(answer: Reply<PushAnswer>, { request, items }: Claimed): boolean {
  if (!answer.ok || answer.value.epoch !== request.epoch) return false;
  if (answer.value.copied !== undefined) return false;
  const done = new Set(
    // `settled` may concern a mutation of another device (WRITE-2).
    answer.value.verdicts
      .filter((one) => kindOf(one) === 'done' && one.settled !== true)
      .map(({ seq }) => seq),
  );
  return items.every(({ seq }) => done.has(seq));
}

async function settle(
  context: EngineContext,
  { stream, size }: Pushing,
  { request, items }: Claimed,
  reply: Reply<PushAnswer>,
): Promise<Step> {
  if (!reply.ok) return notAnswered(context, { stream, items, size }, reply.failure);
  if (reply.value.epoch !== request.epoch) {
    await release(context, items);
    return enterEpoch(context, stream);
  }
  size.current = Math.min(size.most, size.current * 2);
  size.blocked = NONE;
  return judge(context, { request, items, answer: reply.value });
}

/** Queues the whole batch again. */
async function notAnswered(context: EngineContext, sent: Sent, failure: Failure): Promise<Step> {
  const { stream, items, size } = sent;
  await release(context, items);
  if (isRejectedWith(failure, 'epoch')) return enterEpoch(context, stream, failure);
  if (failure.kind === 'network') {
    return isBlockedByProxy(failure) ? handleBlocked(context, sent) : failed(failure);
  }
  if (failure.kind === 'later' || !isContentFailure(failure)) return failed(failure);
  const only = items.length === 1 ? items[0] : undefined;
  if (only === undefined) {
    halve(size, items);
    return failure.status >= 500 ? failed(failure) : MORE;
  }
  await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    if (failure.status >= 500) {
      await recordFailure(context, tx, only, {
        wait: waitOf(context, only),
        othersPass: await passed(tx, only),
      });
      return;
    }
    const outbox = await tx.outbox();
    await storeRejection(tx, {
      items: [only, ...dependentsOf(outbox, only)],
      group: only.seq,
      reason: refuse(failure.code, failure.message, failure.details),
      at: context.ports.clock.now(),
    });
  });
  size.current = size.most;
  return failure.status >= 500 ? failed(failure) : MORE;
}

/** True when the content of the batch may have caused the failure. */
function isContentFailure({ status, code }: Extract<Failure, { kind: 'refused' }>): boolean {
  if (status === 400 || status === 413 || status === 422) return true;
  return status === 500 && code === 'internal';
}

async function release(context: EngineContext, items: readonly OutboxItem[]): Promise<void> {
  if (items.length === 0) return;
  const seqs = new Set(items.map(({ seq }) => seq));
  await context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const sending = await tx.outboxIn('sending');
    await tx.putOutbox(
      sending.filter(({ seq }) => seqs.has(seq)).map((item) => ({ ...item, state: 'queued' })),
    );
  });
}

interface Answered {
  readonly request: PushRequest;
  readonly items: readonly OutboxItem[];
  readonly answer: PushAnswer;
}

async function judge(context: EngineContext, answered: Answered): Promise<Step> {
  const { items, answer } = answered;
  const { stream } = answered.request;
  const judged = await context.ports.store.write(
    { tables: 'all', durability: 'on-disk' },
    async (tx) => {
      // EPOCH-1: a response of another epoch settles nothing.
      const state = await tx.stream(stream);
      if (state?.epoch !== answer.epoch || state.download?.reason === 'epoch') return [];
      const outbox = await openItems(tx, items);
      const { verdicts, isLeft } = await verdictsFor(tx, answered, outbox);
      const open: Judged[] = verdicts.flatMap((verdict) => {
        const item = outbox.get(verdict.seq);
        return item === undefined || item.state === 'acked' ? [] : [{ item, verdict }];
      });
      // `settled` means only that this device has received the verdict, possibly in another tab: it may have been a
      // rejection.
      const missing = verdicts.filter(
        (verdict) =>
          kindOf(verdict) === 'done' && verdict.settled !== true && !outbox.has(verdict.seq),
      );
      const of = (kind: string) => open.filter(({ verdict }) => kindOf(verdict) === kind);
      await acknowledge(tx, of('done'), [...outbox.values()]);
      await settleRejected(
        context,
        tx,
        missing.map(({ seq }) => seq),
      );
      for (const one of of('conflict')) await resolveText(context, tx, one);
      for (const one of of('refused')) await reject(context, tx, one);
      for (const one of of('failed')) {
        const others = of('done').length > 0 || (await passed(tx, one.item));
        await recordFailure(context, tx, one.item, {
          wait: waitOf(context, one.item),
          othersPass: others,
        });
      }
      await retireOvertaken(context, tx, stream, { ...answer, verdicts: [...verdicts] });
      if (isLeft) await leaveClient(tx);
      return open;
    },
  );
  const settled = new Set(
    judged
      .filter(({ verdict }) => ['done', 'conflict', 'refused', 'failed'].includes(kindOf(verdict)))
      .map(({ item }) => item.seq),
  );
  await release(
    context,
    items.filter(({ seq }) => !settled.has(seq)),
  );
  const stop = judged.find(({ verdict }) =>
    ['later', 'sign-in', 'epoch'].includes(kindOf(verdict)),
  );
  if (stop === undefined) return MORE;
  if (kindOf(stop.verdict) === 'epoch') return enterEpoch(context, stream);
  return failed(failureOf(stop));
}

/**
 * ID-2: returns the verdicts on this device's own mutations, and whether its client id belongs to another device by
 * now. Stores the highest seq that the server received.
 */
async function verdictsFor(
  tx: ClientPort,
  { request, answer }: Answered,
  items: ReadonlyMap<number, OutboxItem>,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly isLeft: boolean }> {
  const [client, lastSeq] = await Promise.all([tx.client(), tx.lastSeq()]);
  const isOwn = ({ seq }: Verdict) => {
    const item = items.get(seq);
    return item === undefined || clientOf(item, client) === request.client_id;
  };
  const verdicts = answer.verdicts.filter(isOwn);
  if (request.client_id !== client.clientId) return { verdicts, isLeft: false };
  const isLeft = isCopied(client, { answer: { ...answer, verdicts }, lastSeq, items });
  if (!isLeft && answer.heard !== undefined && answer.copied === undefined) {
    await tx.putClient(afterAcknowledgement(client, answer.heard));
  }
  const isOther = (verdict: Verdict) => isOfAnother(verdict, items.get(verdict.seq), client);
  const trusted = verdicts.filter((verdict) => !isOther(verdict));
  return { verdicts: trusted, isLeft };
}

/** MUT-2: retires mutations whose event arrived before their verdicts; nothing else would retire them. */
async function retireOvertaken(
  context: EngineContext,
  tx: RowsPort & OutboxPort & JournalPort & StreamsPort,
  stream: string,
  { epoch, verdicts }: PushAnswer,
): Promise<void> {
  const state = await tx.stream(stream);
  const upTo = state?.complete ?? 0;
  if (state?.epoch !== epoch || state.download !== undefined) return;
  if (!verdicts.some(({ version, head }) => (version ?? head ?? Infinity) <= upTo)) return;
  await retire(tx, { stream, upTo, settled: NONE, at: context.ports.clock.now() });
}

/**
 * Present state of a batch's mutations. With a long text, the whole outbox, because later edits may wait for that text.
 */
async function openItems(
  tx: OutboxPort,
  items: readonly OutboxItem[],
): Promise<ReadonlyMap<number, OutboxItem>> {
  const hasText = items.some(
    (item) => preparedOf(item)?.text !== undefined || item.creates.length > 0,
  );
  const found = hasText ? await tx.outbox() : await tx.outboxAt(items.map(({ seq }) => seq));
  return new Map(found.map((item) => [item.seq, item]));
}

function failureOf({ verdict }: Judged): Failure {
  const { status, code, message, details } = verdict;
  const wait = details?.['retry_after'];
  return {
    kind: 'refused',
    status: kindOf(verdict) === 'sign-in' ? 401 : status,
    code: code ?? 'unavailable',
    message: message ?? '',
    details: details ?? {},
    ...(typeof wait === 'number' && { retryAfter: wait * 1000 }),
  };
}

function waitOf(context: EngineContext, item: OutboxItem): number {
  return backoff(item.failures, context.ports.random.next());
}
