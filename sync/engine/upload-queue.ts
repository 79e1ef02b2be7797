import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { backoff, waitAfter } from './backoff.ts';
import { isBlockedByProxy } from './blocked-by-proxy.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  isUnauthenticated,
  MORE,
  type Step,
} from './context.ts';
import type { FilePorts, LocalFile } from '../core/ports/files.ts';
import type { Failure } from '../core/ports/transport.ts';
import { createScheduler, type PassInput, type Scheduler } from './scheduler.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

const TIDY_EVERY = 300_000;
/** A file that the server fails on, or that arrives damaged, so often is set before the person. */
const TRIES = 8;
const DAMAGED_TRIES = 3;

export type UploadQueue = Pick<
  Scheduler,
  'start' | 'stop' | 'poke' | 'resume' | 'signedIn' | 'drain'
>;

/**
 * The queue of files beside the outbox (MUT-6): text never waits for it, and it takes up where it was cut (FILE-2).
 *
 *   waiting --its row is at the server--> which parts are there? --> put those that are not --> complete --> kept
 *      ^                                      |                            |                       |
 *      |     lost reply, 5xx, 429: back off   |     damaged: parts anew    |                       |
 *      +--------------------------------------+----------------------------+                       |
 *                                   400, 403, 413: refused, the person decides                     v
 *                                                                   (bytes stay while there is room)
 */
export function createUploadQueue(context: EngineContext, files: FilePorts): UploadQueue {
  const { ports, account } = context;
  const { store } = files;
  const uploads: UploadState = { context, files, failures: new Map() };
  let tidiedAt: number | undefined;
  return createScheduler(ports, {
    // Two tabs that upload are safe, because parts may come twice. A holder that is stopped must not keep the files waiting.
    lockName: `cairn-files-${account.orgId}-${account.orgUserId}`,
    hasWork: async () => {
      const now = ports.clock.now();
      if (tidiedAt === undefined || now - tidiedAt > TIDY_EVERY) {
        tidiedAt = now;
        await store.tidy(now);
      }
      return (await store.waiting()) > 0;
    },
    pass: (input) => uploadAll(uploads, input),
    restFor: async () => {
      // Files that failed by themselves are tried again; the rows of others may be on their way.
      const ready = await store.ready();
      return Math.min(...ready.map(({ id }) => leftFor(uploads, id)));
    },
    isDue: () => Promise.resolve(true),
    isWaiting: async () => (await store.waiting()) > 0,
  });
}

/** A file that failed by itself; others go on meanwhile. */
interface UploadFailure {
  readonly tries: number;
  readonly damaged: number;
  /** How often a proxy did not let it through; this alone never sets it before the person. */
  readonly blocked?: number;
  readonly wait: Wait;
}

/** Nothing of it has to survive the process. */
interface UploadState {
  readonly context: EngineContext;
  readonly files: FilePorts;
  /** By file. */
  readonly failures: Map<string, UploadFailure>;
}

/** Milliseconds until a file that failed by itself is tried again. */
function leftFor(uploads: UploadState, id: string): number {
  return leftOf(uploads.failures.get(id)?.wait ?? NO_WAIT, uploads.context.ports.clock.now());
}

/** One file after the other, until there is none, the network fails, or the pass is over. */
async function uploadAll(uploads: UploadState, input: PassInput): Promise<Step> {
  for (;;) {
    const file = (await uploads.files.store.ready()).find(({ id }) => leftFor(uploads, id) === 0);
    if (file === undefined || input.isStopped()) return DONE;
    const step = await send(uploads, file, input);
    if (step.kind !== 'done') return step;
  }
}

async function send(
  uploads: UploadState,
  file: LocalFile,
  { until, isStopped }: PassInput,
): Promise<Step> {
  const { context, files } = uploads;
  const { store, transport } = files;
  const asked = await authed(context, () => transport.parts(file.id));
  if (!asked.ok) return notUploaded(uploads, file, asked.failure);
  if (asked.value.stored) return arrived(uploads, file);
  const there = new Set(asked.value.parts);
  await store.sent(file.id, there.size);
  for (let n = 0; n < file.parts; n += 1) {
    if (there.has(n)) continue;
    if (isStopped() || context.ports.clock.now() >= until) return MORE;
    const bytes = await store.part(file.id, n);
    if (bytes === undefined) {
      await store.refused(file.id, refuse('invalid', 'Its bytes are no longer on this device'));
      return DONE;
    }
    const put = await authed(context, () => transport.putPart(file.id, n, bytes));
    if (!put.ok) return notSent(uploads, file, put.failure);
    there.add(n);
    await store.sent(file.id, there.size);
  }
  const completed = await authed(context, () => transport.complete(file.id));
  return completed.ok ? arrived(uploads, file) : notSent(uploads, file, completed.failure);
}

/**
 * A proxy that has let the question for its parts through does not like what this file says: it waits alone, for as
 * long as it takes, and the next one goes on (MUT-7).
 */
async function notSent(uploads: UploadState, file: LocalFile, failure: Failure): Promise<Step> {
  if (!isBlockedByProxy(failure)) return notUploaded(uploads, file, failure);
  const { clock, random } = uploads.context.ports;
  const before = uploads.failures.get(file.id);
  const blocked = (before?.blocked ?? 0) + 1;
  const wait = waitOf(clock.now(), 1_000 + backoff(blocked, random.next()));
  uploads.failures.set(file.id, { tries: 0, damaged: 0, ...before, blocked, wait });
  return DONE;
}

async function arrived(uploads: UploadState, { id }: LocalFile): Promise<Step> {
  await uploads.files.store.stored(id);
  uploads.failures.delete(id);
  return DONE;
}

/** No answer concerns every file; an answer concerns this one. */
async function notUploaded(uploads: UploadState, file: LocalFile, failure: Failure): Promise<Step> {
  if (failure.kind !== 'refused' || isUnauthenticated(failure) || failure.status === 503) {
    return failed(failure);
  }
  if (failure.status === 429 || failure.status === 426) return failed(failure);
  const reason = permanent(failure);
  if (reason !== undefined) {
    await uploads.files.store.refused(file.id, reason);
    return DONE;
  }
  return waitAlone(uploads, file, failure);
}

/** What no second try changes. 404 is not among it: the row may be coming back (a restored server). */
function permanent(failure: Extract<Failure, { kind: 'refused' }>): Refusal | undefined {
  const { status, code, message } = failure;
  return [400, 403, 413, 422].includes(status) ? refuse(code, message) : undefined;
}

async function waitAlone(
  uploads: UploadState,
  { id }: LocalFile,
  failure: Extract<Failure, { kind: 'refused' }>,
): Promise<Step> {
  const { clock, random } = uploads.context.ports;
  const before = uploads.failures.get(id);
  const isDamaged = failure.status === 409;
  const tries = (before?.tries ?? 0) + 1;
  const damaged = (before?.damaged ?? 0) + (isDamaged ? 1 : 0);
  if (damaged >= DAMAGED_TRIES || (failure.status >= 500 && tries >= TRIES)) {
    uploads.failures.delete(id);
    const words = isDamaged
      ? 'It arrives damaged again and again'
      : 'The server fails on this file again and again';
    await uploads.files.store.refused(id, refuse(failure.code, words));
    return DONE;
  }
  // A damaged one begins anew at once: the server has let its parts go.
  const { retryAfter: wished } = failure;
  const wait = isDamaged ? 0 : 1_000 + waitAfter(tries, { wished, random: random.next() });
  uploads.failures.set(id, { tries, damaged, wait: waitOf(clock.now(), wait) });
  return DONE;
}
