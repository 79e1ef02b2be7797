import { LIMITS } from '../../model/protocol/version.ts';
import { backoff, LONGEST_WATCHED } from './backoff.ts';
import { type EngineContext, isUnauthenticated, type Step, streamsOf } from './context.ts';
import { createLive } from './live.ts';
import { createNet } from './net.ts';
import type { Failure } from './ports.ts';
import type { BatchSize } from './push.ts';
import { round, waiting } from './round.ts';

/** ENG-2: how long a cycle may hold the lock, and how long one waits for it. */
export const CYCLE = 20_000;
/** How long another tab is left alone. */
const BUSY_WAIT = 2_000;
/** How long an event of the socket may take before an acked mutation is asked for. */
const EVENT_WAIT = 300;
/** PULL-7: without a socket a stream is asked this often. */
const POLL = 60_000;
const POLL_UNSEEN = 300_000;

export interface Loop {
  readonly start: () => void;
  readonly stop: () => void;
  readonly poke: () => void;
  readonly resume: () => void;
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

/**
 * The loop around it all. One cycle at a time; each ends within 20 s and starts over while there is something to do.
 *
 *   write, event, timer, network back --> cycle: download what is missing -> pull what is behind -> push -> pull
 *        ^                                 |        |                |
 *        |   idle: wait for the next       |  failed: back off       401: renew once, else pause
 *        +---------------------------------+--------+                until the person signed in again
 */
export function createLoop(
  context: EngineContext,
  locked: (work: () => Promise<Step>) => Promise<Step>,
): Loop {
  const { clock, timers, random, online } = context.ports;
  const size: BatchSize = { current: LIMITS.pushCalls };
  const behind = new Set<string>(streamsOf(context.account));
  const net = createNet(context);
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let paused = false;
  let first = true;
  let failures = 0;
  let notBefore = 0;
  let cancelTimer = () => {};
  let unsubscribe = () => {};

  const live = createLive(context, {
    behind: (stream) => {
      behind.add(stream);
      poke();
    },
    opened: () => refresh(),
    ended: () => refresh(),
  });

  /** Runs a cycle now, or right after the one that runs; during a back-off it waits for its end. */
  const poke = () => {
    if (stopped || paused) return;
    const wait = notBefore - clock.now();
    if (running !== undefined) again = true;
    else if (wait > 0) sleep(wait);
    else running = cycle();
  };

  /** The network may be back, or somebody looks: everything is asked anew, without waiting. */
  const refresh = () => {
    for (const stream of streamsOf(context.account)) behind.add(stream);
    failures = 0;
    notBefore = 0;
    poke();
  };

  const sleep = (milliseconds: number) => {
    cancelTimer();
    cancelTimer = timers.after(milliseconds, poke);
  };

  const cycle = async () => {
    cancelTimer();
    let step: Step;
    try {
      const until = clock.now() + CYCLE;
      step = await locked(() => work(until));
    } catch (error) {
      // A store that cannot be written (a full disk, a newer build): nothing is lost, it is tried again.
      step = { kind: 'failed', failure: { kind: 'network' } };
      await net.broken(error);
    }
    running = undefined;
    if (stopped) return;
    after(step);
  };

  const after = (step: Step) => {
    if (step.kind === 'failed') {
      backOff(step.failure);
      return;
    }
    failures = 0;
    notBefore = 0;
    if (step.kind === 'busy') {
      sleep(BUSY_WAIT);
      return;
    }
    live.open();
    if (again || step.kind === 'more') {
      again = false;
      poke();
    } else {
      rest().catch(() => sleep(BUSY_WAIT));
    }
  };

  const backOff = (failure: Failure) => {
    again = false;
    if (isUnauthenticated(failure)) {
      paused = true;
      live.close();
      return;
    }
    failures += 1;
    const longest = online.isVisible() ? LONGEST_WATCHED : undefined;
    const wished = failure.kind === 'refused' ? failure.retryAfter : undefined;
    const wait = wished ?? 100 + backoff(failures, random.next(), longest);
    notBefore = clock.now() + wait;
    sleep(wait);
  };

  /** Nothing to do: until the next event, or a mutation that waits by itself, or the time to ask without a socket. */
  const rest = async () => {
    const { acked, next } = await waiting(context);
    if (stopped || running !== undefined) return;
    const poll = online.isVisible() ? POLL : POLL_UNSEEN;
    const wait = Math.min(acked ? EVENT_WAIT : next, next, live.isOpen() ? Infinity : poll);
    if (wait === Infinity) return;
    cancelTimer();
    cancelTimer = timers.after(Math.max(wait, 100), () => void ask(wait === poll));
  };

  /** The time is up: what is still acked is asked for, and without a socket everything. */
  const ask = async (everything: boolean) => {
    const { streams } = await waiting(context).catch(() => ({ streams: [] }));
    for (const stream of everything ? streamsOf(context.account) : streams) behind.add(stream);
    poke();
  };

  const work = async (until: number): Promise<Step> => {
    const step = await round(context, { behind, size, until, live: live.isOpen, first });
    first = false;
    await net.seen(step);
    return step;
  };

  return {
    start: () => {
      unsubscribe = online.subscribe(refresh);
      poke();
    },
    stop: () => {
      stopped = true;
      unsubscribe();
      cancelTimer();
      live.close();
    },
    poke,
    resume: () => {
      paused = false;
      refresh();
    },
    drain: async (milliseconds) => {
      const until = clock.now() + milliseconds;
      for (;;) {
        refresh();
        await running;
        const open = await context.ports.store.read([], async (tx) =>
          (await tx.outbox()).some(({ state }) => state !== 'acked'),
        );
        if (!open || stopped || paused || clock.now() >= until) return !open;
        await new Promise<void>((resolve) => timers.after(500, resolve));
      }
    },
  };
}
