import { LONGEST_WATCHED, waitAfter } from './backoff.ts';
import {
  type EngineContext,
  isUnauthenticated,
  type Step,
  streamsOf,
  tryLater,
} from './context.ts';
import { createRealtime, type RealtimeConnection } from './realtime.ts';
import { createNet, type Net } from './net.ts';
import type { Failure } from './ports.ts';
import type { BatchSize } from './batch.ts';
import { syncPass, waiting } from './sync-pass.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

/** ENG-2: how long a cycle may hold the lock. */
const PASS_MS = 20_000;
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
  readonly signedIn: () => void;
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
export function createLoop(context: EngineContext, locked: Locked): Loop {
  const loop = newLoop(context, locked);
  return {
    start: () => {
      loop.unsubscribe = context.ports.online.subscribe(() => checkAgain(loop));
      poke(loop);
    },
    stop: () => {
      loop.stopped = true;
      loop.unsubscribe();
      loop.cancelTimer();
      loop.realtime.close();
    },
    poke: () => poke(loop),
    resume: () => checkAgain(loop),
    signedIn: () => {
      if (loop.paused) checkAgain(loop);
      else loop.renewed = true;
    },
    drain: (milliseconds) => drain(loop, milliseconds),
  };
}

/** Runs a cycle under the lock. */
type Locked = (work: () => Promise<Step>) => Promise<Step>;

/** What the loop remembers; nothing of it has to survive the process. */
interface LoopState {
  readonly context: EngineContext;
  readonly locked: Locked;
  readonly net: Net;
  readonly realtime: RealtimeConnection;
  readonly size: BatchSize;
  /** Streams that have to be asked. */
  readonly behind: Set<string>;
  running: Promise<void> | undefined;
  /** Something happened during the cycle that runs. */
  again: boolean;
  stopped: boolean;
  /** Until the person has signed in again. */
  paused: boolean;
  /** They have, in another window, since the cycle that runs began. */
  renewed: boolean;
  first: boolean;
  /** Nothing to do: what it waits for depends on whether events arrive. */
  resting: boolean;
  /** When the last cycle began, by the device's clock. */
  begun: number;
  failures: number;
  /** Nobody answered the last time. */
  hasTimedOut: boolean;
  backOff: Wait;
  cancelTimer: () => void;
  unsubscribe: () => void;
}

function newLoop(context: EngineContext, locked: Locked): LoopState {
  const loop: LoopState = {
    context,
    locked,
    net: createNet(context),
    realtime: createRealtime(context, {
      behind: (stream) => {
        loop.behind.add(stream);
        poke(loop);
      },
      opened: () => refresh(loop),
      lost: () => {
        if (loop.resting) rest(loop).catch(() => sleep(loop, BUSY_WAIT));
      },
      // Else the pill would go on saying that everything is here until the next regular question. One call tells.
      missed: () => {
        const [shared] = streamsOf(context.account);
        if (!loop.resting || shared === undefined) return;
        loop.behind.add(shared);
        poke(loop);
      },
      ended: () => refresh(loop),
    }),
    size: { current: context.pushCalls, most: context.pushCalls },
    behind: new Set(streamsOf(context.account)),
    running: undefined,
    again: false,
    stopped: false,
    paused: false,
    renewed: false,
    first: true,
    resting: false,
    begun: 0,
    failures: 0,
    hasTimedOut: false,
    backOff: NO_WAIT,
    cancelTimer: () => undefined,
    unsubscribe: () => undefined,
  };
  return loop;
}

/** Runs a cycle now, or right after the one that runs; during a back-off it waits for its end. */
function poke(loop: LoopState): void {
  if (loop.stopped || loop.paused) return;
  const wait = leftOf(loop.backOff, loop.context.ports.clock.now());
  if (loop.running !== undefined) loop.again = true;
  else if (wait > 0) sleep(loop, wait);
  else loop.running = runPass(loop);
}

/**
 * The network may be back, or somebody looks: everything is asked anew, without waiting. Also after a 401: the person
 * may have signed in again in another tab.
 */
function refresh(loop: LoopState): void {
  loop.paused = false;
  for (const stream of streamsOf(loop.context.account)) loop.behind.add(stream);
  loop.failures = 0;
  loop.backOff = NO_WAIT;
  poke(loop);
}

/** The same by something outside of the engine, of which the socket's next try need not wait either. */
function checkAgain(loop: LoopState): void {
  loop.realtime.hurry();
  refresh(loop);
}

function sleep(loop: LoopState, milliseconds: number): void {
  loop.resting = false;
  loop.renewed = false;
  loop.cancelTimer();
  loop.cancelTimer = loop.context.ports.timers.after(milliseconds, () => poke(loop));
}

async function runPass(loop: LoopState): Promise<void> {
  loop.resting = false;
  loop.cancelTimer();
  let step: Step;
  try {
    step = await loop.locked(() => {
      // A pass begins when it has the lock, because the wait for the lock may take as long as a pass (ENG-2).
      loop.begun = loop.context.ports.clock.now();
      return work(loop, loop.begun + PASS_MS);
    });
  } catch (error) {
    // The store cannot be written (a full disk, a newer build): nothing is lost, and the pass is tried again.
    step = tryLater('store');
    await loop.net.broken(error);
  }
  loop.running = undefined;
  if (!loop.stopped) after(loop, step);
}

async function work(loop: LoopState, until: number): Promise<Step> {
  const { context, behind, size, realtime, first, net } = loop;
  const reached = () => {
    loop.hasTimedOut = false;
    return net.seen({ kind: 'more' });
  };
  const step = await syncPass(context, {
    behind,
    size,
    until,
    realtime: realtime.isOpen,
    first,
    reached,
    busy: realtime.defer,
    hasTimedOut: () => loop.hasTimedOut,
  });
  loop.first = false;
  await loop.net.seen(step);
  return step;
}

function after(loop: LoopState, step: Step): void {
  if (step.kind === 'failed') {
    backOff(loop, step.failure);
    return;
  }
  loop.failures = 0;
  loop.hasTimedOut = false;
  loop.backOff = NO_WAIT;
  if (step.kind === 'busy') {
    sleep(loop, BUSY_WAIT);
    return;
  }
  loop.realtime.open();
  if (loop.again || step.kind === 'more') {
    loop.again = false;
    poke(loop);
  } else {
    rest(loop).catch(() => sleep(loop, BUSY_WAIT));
  }
}

function backOff(loop: LoopState, failure: Failure): void {
  const { clock, random, online } = loop.context.ports;
  loop.again = false;
  if (isUnauthenticated(failure)) {
    if (loop.renewed) {
      poke(loop);
      return;
    }
    loop.paused = true;
    loop.realtime.close();
    return;
  }
  loop.failures += 1;
  loop.hasTimedOut = failure.kind === 'network';
  const longest = online.isVisible() ? LONGEST_WATCHED : undefined;
  const wished = failure.kind === 'refused' ? failure.retryAfter : undefined;
  const wait = waitAfter(loop.failures, { wished, random: random.next(), longest });
  loop.backOff = waitOf(clock.now(), wait);
  sleep(loop, wait);
}

/** Nothing to do: until the next event, or a mutation that waits by itself, or the time to ask without a socket. */
async function rest(loop: LoopState): Promise<void> {
  const { context, realtime } = loop;
  const { timers, online } = context.ports;
  loop.resting = true;
  const { acked, next } = await waiting(context, loop.begun);
  if (loop.stopped || loop.running !== undefined) return;
  const poll = online.isVisible() ? POLL : POLL_UNSEEN;
  const wait = Math.min(acked ? EVENT_WAIT : next, next, realtime.isOpen() ? Infinity : poll);
  if (wait === Infinity) return;
  loop.cancelTimer();
  loop.cancelTimer = timers.after(Math.max(wait, 100), () => void ask(loop, wait === poll));
}

/** The time is up: what is still acked is asked for, and without a socket everything. */
async function ask(loop: LoopState, everything: boolean): Promise<void> {
  const { context, behind } = loop;
  const { streams, next } = await waiting(context, loop.begun).catch(() => ({
    streams: [],
    next: 0,
  }));
  // The socket has brought meanwhile what was waited for.
  if (!everything && streams.length === 0 && next > 0) {
    await rest(loop).catch(() => sleep(loop, BUSY_WAIT));
    return;
  }
  for (const stream of everything ? streamsOf(context.account) : streams) behind.add(stream);
  poke(loop);
}

async function drain(loop: LoopState, milliseconds: number): Promise<boolean> {
  const { clock, timers, store } = loop.context.ports;
  const wait = waitOf(clock.now(), milliseconds);
  for (;;) {
    refresh(loop);
    await loop.running;
    const open = await store.read([], async (tx) =>
      (await tx.outbox()).some(({ state }) => state !== 'acked'),
    );
    if (!open || loop.stopped || loop.paused || leftOf(wait, clock.now()) === 0) return !open;
    await new Promise<void>((resolve) => timers.after(500, resolve));
  }
}
