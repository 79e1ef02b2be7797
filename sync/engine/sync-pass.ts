import { type EngineContext, DONE, newStream, type Step, streamsOf } from './context.ts';
import { downloadStream } from './download.ts';
import { pullStream } from './pull.ts';
import type { BatchSize } from './batch.ts';
import { isRetried, leftFor } from './outbox.ts';
import { push } from './push.ts';
import { trimJournal } from './journal.ts';

export interface SyncPass {
  readonly behind: Set<string>;
  readonly size: BatchSize;
  readonly until: number;
  readonly realtime: () => boolean;
  /** The first round of this engine tidies up. */
  readonly first: boolean;
  readonly reached: () => Promise<void>;
  /** Much is being sent from now on, or no longer. */
  readonly busy: (isBusy: boolean) => void;
  /** Whether the server could not be reached when it was asked last. */
  readonly hasTimedOut?: () => boolean;
}

/** One cycle's work: goes on until there is nothing to do, something failed, or its time is up. */
export async function syncPass(context: EngineContext, input: SyncPass): Promise<Step> {
  const { behind, until } = input;
  const { clock, store } = context.ports;
  const streams = streamsOf(context.account);
  if (input.first) {
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      for (const stream of streams) {
        if ((await tx.stream(stream)) === undefined) await tx.putStream(newStream(stream));
      }
      await trimJournal(tx, clock.now());
    });
  }
  let asked = false;
  while (clock.now() < until) {
    const step = await nextStep(context, streams, input);
    if (step === undefined) {
      // Without a socket nobody says when an acked mutation's version is here: it is asked for, once a round.
      const acked =
        input.realtime() || asked ? [] : await store.read([], (tx) => tx.outboxIn('acked'));
      if (acked.length === 0) return DONE;
      asked = true;
      for (const item of acked) behind.add(item.stream);
      continue;
    }
    if (step.kind === 'busy') return step;
    if (step.kind === 'failed') return step;
  }
  return { kind: 'more' };
}

/**
 * The most urgent thing to do; undefined when there is nothing. What people wrote for others goes first, and finds out
 * for itself whether a stream has to be read before: each question is time until somebody sees it.
 */
async function nextStep(
  context: EngineContext,
  streams: readonly string[],
  { behind, ...sending }: SyncPass,
): Promise<Step | undefined> {
  const [shared, ...others] = streams;
  if (shared !== undefined) {
    const sent = await push(context, { ...sending, stream: shared });
    if (sent.kind !== 'done') return sent;
  }
  const { states, unsent } = await situation(context, streams);
  for (const state of states) {
    const { stream } = state;
    if (state.download !== undefined || state.epoch === null) {
      behind.add(stream);
      return downloadStream(context, stream);
    }
    if (state.suspect) return pullOne(context, stream, behind);
  }
  for (const stream of others.filter((one) => unsent.has(one))) {
    const step = await push(context, { ...sending, stream });
    if (step.kind !== 'done') return step;
  }
  for (const stream of streams) {
    if (behind.has(stream)) return pullOne(context, stream, behind);
  }
  return undefined;
}

/** The streams, and those of them with something to send, as of one moment. */
function situation({ ports }: EngineContext, streams: readonly string[]) {
  return ports.store.read([], async (tx) => {
    const [states, outbox] = await Promise.all([
      Promise.all(streams.map((stream) => tx.stream(stream))),
      tx.outbox(),
    ]);
    const open = outbox.filter(({ state }) => state !== 'acked');
    return {
      states: streams.map((stream, index) => states[index] ?? newStream(stream)),
      unsent: new Set(open.map(({ stream }) => stream)),
    };
  });
}

async function pullOne(context: EngineContext, stream: string, behind: Set<string>): Promise<Step> {
  behind.delete(stream);
  const step = await pullStream(context, stream);
  if (step.kind !== 'done') behind.add(stream);
  return step.kind === 'done' ? { kind: 'more' } : step;
}

/** What the loop waits for when there is nothing to do. */
export interface Waiting {
  readonly acked: boolean;
  /** Streams with acked mutations. */
  readonly streams: readonly string[];
  /** Milliseconds until a mutation is due that failed by itself and was not yet due at `asked`; Infinity without one. */
  readonly next: number;
}

/** `asked`: when it was last looked for something to send, by the device's clock. */
export function waiting({ ports }: EngineContext, asked: number): Promise<Waiting> {
  const now = ports.clock.now();
  return ports.store.read([], async (tx) => {
    const outbox = await tx.outbox();
    const acked = outbox.filter(({ state }) => state === 'acked');
    const waits = outbox
      .filter((item) => item.state !== 'acked' && isRetried(item))
      // What has become due meanwhile still has to go; what was due then and did not go waits for something else.
      .filter((item) => leftFor(item, asked) > 0)
      .map((item) => leftFor(item, now));
    return {
      acked: acked.length > 0,
      streams: acked.map(({ stream }) => stream),
      next: Math.min(...waits),
    };
  });
}
