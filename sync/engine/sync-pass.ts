import {
  type EngineContext,
  DONE,
  MORE,
  newStream,
  type Step,
  streamIn,
  streamsOf,
} from './context.ts';
import { downloadStream } from './download.ts';
import type { FillPositions, PullControl } from './pull-control.ts';
import { pullStream } from './pull.ts';
import { nextTask } from './cold-tasks.ts';
import { nextToFill } from './outlines.ts';
import type { BatchSize } from './batch.ts';
import { isRetried, leftFor } from './outbox.ts';
import { push } from './push.ts';

export interface SyncPass {
  readonly behind: Set<string>;
  readonly size: BatchSize;
  readonly until: number;
  /** Where fills continue that an earlier step or pass has interrupted. */
  readonly positions: FillPositions;
  readonly realtime: () => boolean;
  /** True for the first pass of an engine and for one an hour: creates missing states, trims the journal, releases details. */
  readonly trims: boolean;
  readonly reached: () => Promise<void>;
  /** Called when a series of full batches begins and ends. */
  readonly busy: (isBusy: boolean) => void;
  /** True when the last request got no response. */
  readonly hasTimedOut?: () => boolean;
}

/** Runs one pass: until nothing is left to do, a step failed, or its time is up. */
export async function syncPass(context: EngineContext, input: SyncPass): Promise<Step> {
  const { behind, until } = input;
  const { clock, store } = context.ports;
  const streams = streamsOf(context.account);
  if (input.trims) {
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      for (const stream of streams) {
        if ((await tx.stream(stream)) === undefined) await tx.putStream(newStream(stream));
      }
    });
  }
  let [asked, isReleased, isFirst] = [false, false, true];
  while (clock.now() < until) {
    const step = await nextStep(context, streams, { ...input, isFirst });
    isFirst = false;
    if (step === undefined) {
      // Without a realtime connection no event delivers the changes of acked mutations: they are pulled once per pass.
      const acked =
        input.realtime() || asked ? [] : await store.read([], (tx) => tx.outboxIn('acked'));
      if (acked.length === 0) {
        if (input.trims && !isReleased && (await releaseIn(context))) {
          isReleased = true;
          continue;
        }
        if (input.trims) {
          // Code that does not load is no reason to fail the pass: nothing else needs a short journal.
          const part = await import('./trim-journal.ts').catch(() => undefined);
          await part?.trimJournal(context);
        }
        return DONE;
      }
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
 * Runs the most urgent step; undefined when nothing is left. Mutations of the organisation's stream are sent first, and
 * in the first step of a pass before any stream state is read, so that other people see them early; `push` checks by
 * itself what it needs.
 */
async function nextStep(
  context: EngineContext,
  streams: readonly string[],
  input: SyncPass & { readonly isFirst: boolean },
): Promise<Step | undefined> {
  const { behind, isFirst, ...sending } = input;
  const [shared, ...others] = streams;
  const known = isFirst ? undefined : await situation(context, streams);
  if (shared !== undefined && known?.unsent.has(shared) !== false) {
    const sent = await push(context, { ...sending, stream: shared });
    if (sent.kind !== 'done') return sent;
  }
  const { states, unsent } = known ?? (await situation(context, streams));
  for (const state of states) {
    const { stream } = state;
    if (state.download !== undefined || state.epoch === null) {
      behind.add(stream);
      return downloadStream(context, stream);
    }
    if (state.suspect) return pullOne(context, stream, input);
  }
  for (const stream of others.filter((one) => unsent.has(one))) {
    const step = await push(context, { ...sending, stream });
    if (step.kind !== 'done') return step;
  }
  for (const stream of streams) {
    if (behind.has(stream)) return pullOne(context, stream, input);
  }
  for (const state of states) {
    if (nextTask(state) === undefined) continue;
    const { fillTask } = await import('./fill-task.ts');
    return fillTask(context, { stream: state.stream, behind, busy: input.busy });
  }
  for (const state of states) {
    const scope = nextToFill(state);
    if (scope === undefined) continue;
    const { positions, busy } = input;
    const { fillDetails } = await import('./fill-details.ts');
    return fillDetails(context, { stream: state.stream, scope, positions, behind, busy });
  }
  return undefined;
}

/** States of the streams, and the streams with unsent mutations, from one transaction. */
function situation({ ports }: EngineContext, streams: readonly string[]) {
  return ports.store.read([], async (tx) => {
    const [states, open] = await Promise.all([
      Promise.all(streams.map((stream) => streamIn(tx, stream))),
      tx.outboxOpen(new Set()),
    ]);
    return { states, unsent: new Set(open.map(({ stream }) => stream)) };
  });
}

async function pullOne(context: EngineContext, stream: string, input: SyncPass): Promise<Step> {
  const { behind } = input;
  behind.delete(stream);
  const step = await pullStream(context, stream, controlOf(context, input));
  if (step.kind !== 'done') behind.add(stream);
  return step.kind === 'done' ? MORE : step;
}

/**
 * ENG-2.6: on a slow line a catch-up takes minutes. A mutation written meanwhile is sent after the present page, and the
 * pass ends in time, so that the lock is not held for longer.
 */
function controlOf(context: EngineContext, input: SyncPass): PullControl {
  const { clock, store } = context.ports;
  return {
    positions: input.positions,
    betweenPages: async () => {
      if (clock.now() >= input.until) return MORE;
      const open = await store.read([], (tx) => tx.outboxOpen(new Set(), 1));
      if (open.length === 0) return undefined;
      for (const stream of streamsOf(context.account)) {
        const step = await push(context, { ...input, stream });
        if (step.kind === 'failed') return step;
      }
      return undefined;
    },
  };
}

/** Events that the loop waits for when nothing is left to do. */
export interface Waiting {
  readonly acked: boolean;
  /** Streams with acked mutations. */
  readonly streams: readonly string[];
  /** Milliseconds until the next retry of a mutation that was not due at `asked`; Infinity without one. */
  readonly next: number;
}

/** `asked`: device's clock at the start of the last pass. */
export function waiting({ ports }: EngineContext, asked: number): Promise<Waiting> {
  const now = ports.clock.now();
  return ports.store.read([], async (tx) => {
    const outbox = await tx.outbox();
    const acked = outbox.filter(({ state }) => state === 'acked');
    const waits = outbox
      .filter((item) => item.state !== 'acked' && isRetried(item))
      // A mutation that was due at `asked` and was not sent waits for something else.
      .filter((item) => leftFor(item, asked) > 0)
      .map((item) => leftFor(item, now));
    return {
      acked: acked.length > 0,
      streams: acked.map(({ stream }) => stream),
      next: Math.min(...waits),
    };
  });
}

/**
 * Removes details that are not used and not kept (OUT-5, OUT-7.4). True when kept ones are to be downloaded. Most devices
 * have no outlines, and load none of this.
 */
async function releaseIn(context: EngineContext): Promise<boolean> {
  const { states } = await situation(context, streamsOf(context.account));
  if (states.every(({ opened, coldTasks, hot }) => (opened ?? coldTasks ?? hot) === undefined))
    return false;
  const { releaseDetails } = await import('./release-details.ts');
  return releaseDetails(context);
}
