import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { backoff, LONGEST_WATCHED, waitAfter } from './backoff.ts';
import { isForeign } from './barred.ts';
import { authed, type EngineContext, isUnauthenticated } from './context.ts';
import type { FilePorts, LocalFile } from './ports-files.ts';
import { LOCK_WAIT, rememberTimeouts } from './lock.ts';
import type { Failure, Lock } from './ports.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

/** ENG-2 holds here too: the lock is held for one cycle. */
const CYCLE = 20_000;
const BUSY_WAIT = 2_000;
const TIDY_EVERY = 300_000;
/** A file that the server fails on, or that arrives damaged, so often is set before the person. */
const TRIES = 8;
const DAMAGED_TRIES = 3;

export interface FileLane {
  readonly start: () => void;
  readonly stop: () => void;
  /** Something may be there to send. */
  readonly poke: () => void;
  /** The network may be back, or the person has signed in again. */
  readonly resume: () => void;
  readonly signedIn: () => void;
  /** Tries to send every file within `milliseconds`; true when none waits any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
}

/**
 * The lane of files beside the outbox (MUT-6): text never waits for it, and it takes up where it was cut (FILE-2).
 *
 *   waiting --its row is at the server--> which parts are there? --> put those that are not --> complete --> kept
 *      ^                                      |                            |                       |
 *      |     lost reply, 5xx, 429: back off   |     damaged: parts anew    |                       |
 *      +--------------------------------------+----------------------------+                       |
 *                                   400, 403, 413: refused, the person decides                     v
 *                                                                   (bytes stay while there is room)
 */
export function createFileLane(context: EngineContext, files: FilePorts): FileLane {
  const lane: LaneState = {
    context,
    files,
    lock: rememberTimeouts(context.ports.lock),
    running: undefined,
    again: false,
    stopped: false,
    paused: false,
    failures: 0,
    backOff: NO_WAIT,
    tidiedAt: undefined,
    troubles: new Map(),
    cancelTimer: () => undefined,
    unsubscribe: () => undefined,
  };
  return {
    start: () => {
      lane.unsubscribe = context.ports.online.subscribe(() => refresh(lane));
      poke(lane);
    },
    stop: () => {
      lane.stopped = true;
      lane.unsubscribe();
      lane.cancelTimer();
    },
    poke: () => poke(lane),
    resume: () => refresh(lane),
    signedIn: () => {
      if (lane.paused) refresh(lane);
    },
    drain: (milliseconds) => drain(lane, milliseconds),
  };
}

/** A file that failed by itself; others go on meanwhile. */
interface Trouble {
  readonly tries: number;
  readonly damaged: number;
  /** How often a proxy did not let it through; this alone never sets it before the person. */
  readonly barred?: number;
  readonly wait: Wait;
}

/** What the lane remembers; nothing of it has to survive the process. */
interface LaneState {
  readonly context: EngineContext;
  readonly files: FilePorts;
  readonly lock: Lock;
  readonly troubles: Map<string, Trouble>;
  running: Promise<void> | undefined;
  again: boolean;
  stopped: boolean;
  paused: boolean;
  failures: number;
  backOff: Wait;
  tidiedAt: number | undefined;
  cancelTimer: () => void;
  unsubscribe: () => void;
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed'; readonly failure: Failure };

function poke(lane: LaneState): void {
  if (lane.stopped || lane.paused) return;
  const wait = leftOf(lane.backOff, lane.context.ports.clock.now());
  if (lane.running !== undefined) lane.again = true;
  else if (wait > 0) sleep(lane, wait);
  else lane.running = cycle(lane);
}

function refresh(lane: LaneState): void {
  lane.paused = false;
  lane.failures = 0;
  lane.backOff = NO_WAIT;
  poke(lane);
}

function sleep(lane: LaneState, milliseconds: number): void {
  lane.cancelTimer();
  lane.cancelTimer = lane.context.ports.timers.after(milliseconds, () => poke(lane));
}

async function cycle(lane: LaneState): Promise<void> {
  const { account } = lane.context;
  lane.cancelTimer();
  lane.again = false;
  let outcome: Outcome;
  try {
    outcome = (await hasWork(lane))
      ? // Two senders are safe, parts may come twice. A holder that is stopped must not hold the files up for ever.
        await lane.lock.run(`cairn-files-${account.orgId}-${account.orgUserId}`, LOCK_WAIT, () =>
          work(lane),
        )
      : { kind: 'done' };
  } catch {
    // The store cannot be written (a full disk, a closed tab): nothing is lost, it is tried again.
    outcome = { kind: 'failed', failure: { kind: 'network' } };
  }
  lane.running = undefined;
  if (!lane.stopped) await after(lane, outcome).catch(() => sleep(lane, BUSY_WAIT));
}

/** Without anything to send no lock is asked for; now and then the lane tidies up. */
async function hasWork(lane: LaneState): Promise<boolean> {
  const { store } = lane.files;
  const now = lane.context.ports.clock.now();
  if (lane.tidiedAt === undefined || now - lane.tidiedAt > TIDY_EVERY) {
    lane.tidiedAt = now;
    await store.tidy(now);
  }
  return (await store.waiting()) > 0;
}

async function after(lane: LaneState, outcome: Outcome): Promise<void> {
  const { clock, random, online } = lane.context.ports;
  if (outcome.kind === 'failed') {
    if (isUnauthenticated(outcome.failure)) {
      lane.paused = true;
      return;
    }
    lane.failures += 1;
    const longest = online.isVisible() ? LONGEST_WATCHED : undefined;
    const wished = outcome.failure.kind === 'refused' ? outcome.failure.retryAfter : undefined;
    const wait = waitAfter(lane.failures, { wished, dice: random.next(), longest });
    lane.backOff = waitOf(clock.now(), wait);
    sleep(lane, wait);
    return;
  }
  lane.failures = 0;
  lane.backOff = NO_WAIT;
  if (outcome.kind === 'more' || lane.again) poke(lane);
  else await waitForTroubles(lane);
}

/** Files that failed by themselves come again when their time has come; there may be rows that are on their way. */
async function waitForTroubles(lane: LaneState): Promise<void> {
  const ready = await lane.files.store.ready();
  if (ready.length === 0 || lane.stopped || lane.running !== undefined) return;
  sleep(lane, Math.max(100, Math.min(...ready.map(({ id }) => leftFor(lane, id)))));
}

/** Milliseconds until a file that failed by itself is tried again. */
function leftFor(lane: LaneState, id: string): number {
  return leftOf(lane.troubles.get(id)?.wait ?? NO_WAIT, lane.context.ports.clock.now());
}

/** One file after the other, until there is none, the network fails, or the cycle is over. */
async function work(lane: LaneState): Promise<Outcome> {
  const { clock } = lane.context.ports;
  const until = clock.now() + CYCLE;
  for (;;) {
    const file = (await lane.files.store.ready()).find(({ id }) => leftFor(lane, id) === 0);
    if (file === undefined || lane.stopped) return { kind: 'done' };
    const outcome = await send(lane, file, until);
    if (outcome.kind !== 'done') return outcome;
  }
}

async function send(lane: LaneState, file: LocalFile, until: number): Promise<Outcome> {
  const { context, files } = lane;
  const { store, transport } = files;
  const asked = await authed(context, () => transport.parts(file.id));
  if (!asked.ok) return failed(lane, file, asked.failure);
  if (asked.value.stored) return arrived(lane, file);
  const there = new Set(asked.value.parts);
  await store.sent(file.id, there.size);
  for (let n = 0; n < file.parts; n += 1) {
    if (there.has(n)) continue;
    if (lane.stopped || context.ports.clock.now() >= until) return { kind: 'more' };
    const bytes = await store.part(file.id, n);
    if (bytes === undefined) {
      await store.refused(file.id, refuse('invalid', 'Its bytes are no longer on this device'));
      return { kind: 'done' };
    }
    const put = await authed(context, () => transport.putPart(file.id, n, bytes));
    if (!put.ok) return notTaken(lane, file, put.failure);
    there.add(n);
    await store.sent(file.id, there.size);
  }
  const completed = await authed(context, () => transport.complete(file.id));
  return completed.ok ? arrived(lane, file) : notTaken(lane, file, completed.failure);
}

/**
 * A proxy that has let the question for its parts through does not like what this file says: it waits alone, for as
 * long as it takes, and the next one goes on (MUT-7).
 */
async function notTaken(lane: LaneState, file: LocalFile, failure: Failure): Promise<Outcome> {
  if (!isForeign(failure)) return failed(lane, file, failure);
  const { clock, random } = lane.context.ports;
  const before = lane.troubles.get(file.id);
  const barred = (before?.barred ?? 0) + 1;
  const wait = waitOf(clock.now(), 1_000 + backoff(barred, random.next()));
  lane.troubles.set(file.id, { tries: 0, damaged: 0, ...before, barred, wait });
  return { kind: 'done' };
}

async function arrived(lane: LaneState, { id }: LocalFile): Promise<Outcome> {
  await lane.files.store.stored(id);
  lane.troubles.delete(id);
  return { kind: 'done' };
}

/** No answer concerns every file; an answer concerns this one. */
async function failed(lane: LaneState, file: LocalFile, failure: Failure): Promise<Outcome> {
  if (failure.kind === 'network' || isUnauthenticated(failure) || failure.status === 503) {
    return { kind: 'failed', failure };
  }
  if (failure.status === 429 || failure.status === 426) return { kind: 'failed', failure };
  const reason = permanent(failure);
  if (reason !== undefined) {
    await lane.files.store.refused(file.id, reason);
    return { kind: 'done' };
  }
  return waitAlone(lane, file, failure);
}

/** What no second try changes. 404 is not among it: the row may be coming back (a restored server). */
function permanent(failure: Extract<Failure, { kind: 'refused' }>): Refusal | undefined {
  const { status, code, message } = failure;
  return [400, 403, 413, 422].includes(status) ? refuse(code, message) : undefined;
}

async function waitAlone(
  lane: LaneState,
  { id }: LocalFile,
  failure: Extract<Failure, { kind: 'refused' }>,
): Promise<Outcome> {
  const { clock, random } = lane.context.ports;
  const before = lane.troubles.get(id);
  const isDamaged = failure.status === 409;
  const tries = (before?.tries ?? 0) + 1;
  const damaged = (before?.damaged ?? 0) + (isDamaged ? 1 : 0);
  if (damaged >= DAMAGED_TRIES || (failure.status >= 500 && tries >= TRIES)) {
    lane.troubles.delete(id);
    const words = isDamaged
      ? 'It arrives damaged again and again'
      : 'The server fails on this file again and again';
    await lane.files.store.refused(id, refuse(failure.code, words));
    return { kind: 'done' };
  }
  // A damaged one begins anew at once: the server has let its parts go.
  const { retryAfter: wished } = failure;
  const wait = isDamaged ? 0 : 1_000 + waitAfter(tries, { wished, dice: random.next() });
  lane.troubles.set(id, { tries, damaged, wait: waitOf(clock.now(), wait) });
  return { kind: 'done' };
}

async function drain(lane: LaneState, milliseconds: number): Promise<boolean> {
  const { clock, timers } = lane.context.ports;
  const wait = waitOf(clock.now(), milliseconds);
  for (;;) {
    refresh(lane);
    await lane.running;
    const open = (await lane.files.store.waiting()) > 0;
    if (!open || lane.stopped || lane.paused || leftOf(wait, clock.now()) === 0) return !open;
    await new Promise<void>((resolve) => timers.after(500, resolve));
  }
}
