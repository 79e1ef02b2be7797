import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { backoff, LONGEST_WATCHED, waitAfter } from './backoff.ts';
import { isBlockedByProxy } from './blocked-by-proxy.ts';
import { authed, type EngineContext, isUnauthenticated } from './context.ts';
import type { FilePorts, LocalFile } from './ports-files.ts';
import { LOCK_WAIT, rememberTimeouts } from './lock.ts';
import type { Failure, Lock } from './ports.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

/** ENG-2 holds here too: the lock is held for one cycle. */
const PASS_MS = 20_000;
const BUSY_WAIT = 2_000;
const TIDY_EVERY = 300_000;
/** A file that the server fails on, or that arrives damaged, so often is set before the person. */
const TRIES = 8;
const DAMAGED_TRIES = 3;

export interface UploadQueue {
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
export function createUploadQueue(context: EngineContext, files: FilePorts): UploadQueue {
  const column: UploadState = {
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
    uploadFailures: new Map(),
    cancelTimer: () => undefined,
    unsubscribe: () => undefined,
  };
  return {
    start: () => {
      column.unsubscribe = context.ports.online.subscribe(() => refresh(column));
      poke(column);
    },
    stop: () => {
      column.stopped = true;
      column.unsubscribe();
      column.cancelTimer();
    },
    poke: () => poke(column),
    resume: () => refresh(column),
    signedIn: () => {
      if (column.paused) refresh(column);
    },
    drain: (milliseconds) => drain(column, milliseconds),
  };
}

/** A file that failed by itself; others go on meanwhile. */
interface UploadFailure {
  readonly tries: number;
  readonly damaged: number;
  /** How often a proxy did not let it through; this alone never sets it before the person. */
  readonly blocked?: number;
  readonly wait: Wait;
}

/** What the lane remembers; nothing of it has to survive the process. */
interface UploadState {
  readonly context: EngineContext;
  readonly files: FilePorts;
  readonly lock: Lock;
  readonly uploadFailures: Map<string, UploadFailure>;
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

function poke(column: UploadState): void {
  if (column.stopped || column.paused) return;
  const wait = leftOf(column.backOff, column.context.ports.clock.now());
  if (column.running !== undefined) column.again = true;
  else if (wait > 0) sleep(column, wait);
  else column.running = runPass(column);
}

function refresh(column: UploadState): void {
  column.paused = false;
  column.failures = 0;
  column.backOff = NO_WAIT;
  poke(column);
}

function sleep(column: UploadState, milliseconds: number): void {
  column.cancelTimer();
  column.cancelTimer = column.context.ports.timers.after(milliseconds, () => poke(column));
}

async function runPass(column: UploadState): Promise<void> {
  const { account } = column.context;
  column.cancelTimer();
  column.again = false;
  let outcome: Outcome;
  try {
    outcome = (await hasWork(column))
      ? // Two senders are safe, parts may come twice. A holder that is stopped must not hold the files up for ever.
        await column.lock.run(`cairn-files-${account.orgId}-${account.orgUserId}`, LOCK_WAIT, () =>
          work(column),
        )
      : { kind: 'done' };
  } catch {
    // The store cannot be written (a full disk, a closed tab): nothing is lost, it is tried again.
    outcome = { kind: 'failed', failure: { kind: 'later', reason: 'store' } };
  }
  column.running = undefined;
  if (!column.stopped) await after(column, outcome).catch(() => sleep(column, BUSY_WAIT));
}

/** Without anything to send no lock is asked for; now and then the lane tidies up. */
async function hasWork(column: UploadState): Promise<boolean> {
  const { store } = column.files;
  const now = column.context.ports.clock.now();
  if (column.tidiedAt === undefined || now - column.tidiedAt > TIDY_EVERY) {
    column.tidiedAt = now;
    await store.tidy(now);
  }
  return (await store.waiting()) > 0;
}

async function after(column: UploadState, outcome: Outcome): Promise<void> {
  const { clock, random, online } = column.context.ports;
  if (outcome.kind === 'failed') {
    if (isUnauthenticated(outcome.failure)) {
      column.paused = true;
      return;
    }
    column.failures += 1;
    const longest = online.isVisible() ? LONGEST_WATCHED : undefined;
    const wished = outcome.failure.kind === 'refused' ? outcome.failure.retryAfter : undefined;
    const wait = waitAfter(column.failures, { wished, random: random.next(), longest });
    column.backOff = waitOf(clock.now(), wait);
    sleep(column, wait);
    return;
  }
  column.failures = 0;
  column.backOff = NO_WAIT;
  if (outcome.kind === 'more' || column.again) poke(column);
  else await waitForFailures(column);
}

/** Files that failed by themselves come again when their time has come; there may be rows that are on their way. */
async function waitForFailures(column: UploadState): Promise<void> {
  const ready = await column.files.store.ready();
  if (ready.length === 0 || column.stopped || column.running !== undefined) return;
  sleep(column, Math.max(100, Math.min(...ready.map(({ id }) => leftFor(column, id)))));
}

/** Milliseconds until a file that failed by itself is tried again. */
function leftFor(column: UploadState, id: string): number {
  return leftOf(column.uploadFailures.get(id)?.wait ?? NO_WAIT, column.context.ports.clock.now());
}

/** One file after the other, until there is none, the network fails, or the cycle is over. */
async function work(column: UploadState): Promise<Outcome> {
  const { clock } = column.context.ports;
  const until = clock.now() + PASS_MS;
  for (;;) {
    const file = (await column.files.store.ready()).find(({ id }) => leftFor(column, id) === 0);
    if (file === undefined || column.stopped) return { kind: 'done' };
    const outcome = await send(column, file, until);
    if (outcome.kind !== 'done') return outcome;
  }
}

async function send(column: UploadState, file: LocalFile, until: number): Promise<Outcome> {
  const { context, files } = column;
  const { store, transport } = files;
  const asked = await authed(context, () => transport.parts(file.id));
  if (!asked.ok) return failed(column, file, asked.failure);
  if (asked.value.stored) return arrived(column, file);
  const there = new Set(asked.value.parts);
  await store.sent(file.id, there.size);
  for (let n = 0; n < file.parts; n += 1) {
    if (there.has(n)) continue;
    if (column.stopped || context.ports.clock.now() >= until) return { kind: 'more' };
    const bytes = await store.part(file.id, n);
    if (bytes === undefined) {
      await store.refused(file.id, refuse('invalid', 'Its bytes are no longer on this device'));
      return { kind: 'done' };
    }
    const put = await authed(context, () => transport.putPart(file.id, n, bytes));
    if (!put.ok) return notSent(column, file, put.failure);
    there.add(n);
    await store.sent(file.id, there.size);
  }
  const completed = await authed(context, () => transport.complete(file.id));
  return completed.ok ? arrived(column, file) : notSent(column, file, completed.failure);
}

/**
 * A proxy that has let the question for its parts through does not like what this file says: it waits alone, for as
 * long as it takes, and the next one goes on (MUT-7).
 */
async function notSent(column: UploadState, file: LocalFile, failure: Failure): Promise<Outcome> {
  if (!isBlockedByProxy(failure)) return failed(column, file, failure);
  const { clock, random } = column.context.ports;
  const before = column.uploadFailures.get(file.id);
  const blocked = (before?.blocked ?? 0) + 1;
  const wait = waitOf(clock.now(), 1_000 + backoff(blocked, random.next()));
  column.uploadFailures.set(file.id, { tries: 0, damaged: 0, ...before, blocked, wait });
  return { kind: 'done' };
}

async function arrived(column: UploadState, { id }: LocalFile): Promise<Outcome> {
  await column.files.store.stored(id);
  column.uploadFailures.delete(id);
  return { kind: 'done' };
}

/** No answer concerns every file; an answer concerns this one. */
async function failed(column: UploadState, file: LocalFile, failure: Failure): Promise<Outcome> {
  if (failure.kind !== 'refused' || isUnauthenticated(failure) || failure.status === 503) {
    return { kind: 'failed', failure };
  }
  if (failure.status === 429 || failure.status === 426) return { kind: 'failed', failure };
  const reason = permanent(failure);
  if (reason !== undefined) {
    await column.files.store.refused(file.id, reason);
    return { kind: 'done' };
  }
  return waitAlone(column, file, failure);
}

/** What no second try changes. 404 is not among it: the row may be coming back (a restored server). */
function permanent(failure: Extract<Failure, { kind: 'refused' }>): Refusal | undefined {
  const { status, code, message } = failure;
  return [400, 403, 413, 422].includes(status) ? refuse(code, message) : undefined;
}

async function waitAlone(
  column: UploadState,
  { id }: LocalFile,
  failure: Extract<Failure, { kind: 'refused' }>,
): Promise<Outcome> {
  const { clock, random } = column.context.ports;
  const before = column.uploadFailures.get(id);
  const isDamaged = failure.status === 409;
  const tries = (before?.tries ?? 0) + 1;
  const damaged = (before?.damaged ?? 0) + (isDamaged ? 1 : 0);
  if (damaged >= DAMAGED_TRIES || (failure.status >= 500 && tries >= TRIES)) {
    column.uploadFailures.delete(id);
    const words = isDamaged
      ? 'It arrives damaged again and again'
      : 'The server fails on this file again and again';
    await column.files.store.refused(id, refuse(failure.code, words));
    return { kind: 'done' };
  }
  // A damaged one begins anew at once: the server has let its parts go.
  const { retryAfter: wished } = failure;
  const wait = isDamaged ? 0 : 1_000 + waitAfter(tries, { wished, random: random.next() });
  column.uploadFailures.set(id, { tries, damaged, wait: waitOf(clock.now(), wait) });
  return { kind: 'done' };
}

async function drain(column: UploadState, milliseconds: number): Promise<boolean> {
  const { clock, timers } = column.context.ports;
  const wait = waitOf(clock.now(), milliseconds);
  for (;;) {
    refresh(column);
    await column.running;
    const open = (await column.files.store.waiting()) > 0;
    if (!open || column.stopped || column.paused || leftOf(wait, clock.now()) === 0) return !open;
    await new Promise<void>((resolve) => timers.after(500, resolve));
  }
}
