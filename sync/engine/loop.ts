import type { BatchSize } from './batch.ts';
import type { FillPositions } from './pull-control.ts';
import { type EngineContext, isUnauthenticated, type Step, streamsOf } from './context.ts';
import { createNet } from './net.ts';
import { createRealtime, type RealtimeConnection } from './realtime.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';
import { syncPass, waiting } from './sync-pass.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

/** Milliseconds until an acked mutation causes a pull when no event of the socket delivers it. */
const EVENT_WAIT = 300;
/** PULL-7: interval of the pulls without a socket, per stream, in milliseconds. */
const POLL = 60_000;
const POLL_UNSEEN = 300_000;

/** MUT-3: a tab may stay open for months, and its journal must not grow with it. Milliseconds. */
const TRIM_EVERY = 3_600_000;

export type Loop = Pick<Scheduler, 'start' | 'stop' | 'poke' | 'resume' | 'signedIn' | 'drain'>;

/** Notifications about a pass of the loop. */
interface LoopEvents {
  /** Called at the start of a pass, with or without the lock. */
  readonly locked: (hasLock: boolean) => void;
  readonly ended: () => void;
}

/**
 * Sends the outbox and follows the streams. schedule.ts decides when a pass runs; one pass is
 *
 *   send -> download missing streams -> send -> pull streams that are behind
 *        -> the same again until nothing is left or the 20 s of the pass are over
 *
 * Between passes the realtime connection applies small events and reports the streams that are behind.
 */
export function createLoop(context: EngineContext, events: LoopEvents): Loop {
  const { ports, account } = context;
  /** Streams to be pulled. */
  const behind = new Set(streamsOf(account));
  // The job uses the connection from its first pass on, when both exist.
  const job = jobOf(context, { ...events, behind, realtime: () => realtime });
  const scheduler = createScheduler(ports, job);
  const pull = (stream: string) => {
    behind.add(stream);
    scheduler.poke();
  };
  const realtime = createRealtime(context, {
    behind: pull,
    opened: scheduler.refresh,
    lost: scheduler.reconsider,
    // One request determines whether the server can be reached; otherwise the pill would show "up to date" until the
    // next poll.
    reconnectFailed: () => {
      const [shared] = streamsOf(account);
      if (scheduler.isResting() && shared !== undefined) pull(shared);
    },
    ended: scheduler.refresh,
  });
  return {
    ...scheduler,
    stop: () => {
      scheduler.stop();
      realtime.close();
    },
  };
}

interface JobDeps extends LoopEvents {
  readonly behind: Set<string>;
  readonly realtime: () => RealtimeConnection;
}

function jobOf(context: EngineContext, { behind, realtime, locked, ended }: JobDeps): Job {
  const { ports, account } = context;
  const net = createNet(context);
  const size: BatchSize = { current: context.pushCalls, most: context.pushCalls };
  const positions: FillPositions = new Map();
  /** MUT-3: the wait until the journal is trimmed again. */
  let trimming: Wait = NO_WAIT;
  /** MUT-5.3: the last request got no response. */
  let hasTimedOut = false;
  /** Start of the last pass, by the device's clock. */
  let begun = 0;
  /** The present rest ends with a pull of every stream. */
  let isPoll = false;

  const allBehind = () => {
    for (const stream of streamsOf(account)) behind.add(stream);
  };
  const reached = () => {
    hasTimedOut = false;
    return net.seen({ kind: 'more' });
  };

  return {
    lockName: `cairn-sync-${account.orgId}-${account.orgUserId}`,
    pass: async ({ until, hasLock }) => {
      locked(hasLock);
      begun = ports.clock.now();
      const trims = leftOf(trimming, begun) === 0;
      const step = await syncPass(context, {
        behind,
        size,
        until,
        positions,
        realtime: realtime().isOpen,
        trims,
        reached,
        busy: realtime().defer,
        hasTimedOut: () => hasTimedOut,
      });
      if (trims) trimming = waitOf(begun, TRIM_EVERY);
      await net.seen(step);
      return step;
    },
    broken: net.broken,
    ended: (step) => {
      ended();
      if (!isSignedOut(step))
        hasTimedOut = step.kind === 'failed' && step.failure.kind === 'network';
      if (step.kind === 'done' || step.kind === 'more') realtime().open();
    },
    paused: () => realtime().close(),
    refreshed: allBehind,
    resumed: () => realtime().retryNow(),
    restFor: async () => {
      const { acked, next } = await waiting(context, begun);
      const poll = ports.online.isVisible() ? POLL : POLL_UNSEEN;
      const due = Math.min(acked ? EVENT_WAIT : Infinity, next);
      isPoll = !realtime().isOpen() && poll <= due;
      return isPoll ? poll : due;
    },
    isDue: async () => {
      if (isPoll) {
        allBehind();
        return true;
      }
      const { streams, next } = await waiting(context, begun);
      for (const stream of streams) behind.add(stream);
      // Otherwise the socket has delivered the expected changes meanwhile.
      return streams.length > 0 || next === 0;
    },
    isWaiting: () =>
      ports.store.read([], async (tx) =>
        (await tx.outbox()).some(({ state }) => state !== 'acked'),
      ),
  };
}

function isSignedOut(step: Step): boolean {
  return step.kind === 'failed' && isUnauthenticated(step.failure);
}
