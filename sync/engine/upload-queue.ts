import { refuse, type Refusal } from '../../model/shared/errors.ts';
import { backoff, waitAfter } from './backoff.ts';
import { isBlockedByProxy } from './blocked-by-proxy.ts';
import { QUARANTINE } from './outbox.ts';
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
/** Number of damaged uploads after which a file is rejected. */
const DAMAGED_TRIES = 3;
/** Responses that concern every file: an outage, a full disk, a limit, an old build. */
const FOR_ALL: readonly number[] = [426, 429, 502, 503, 504, 507];

export type UploadQueue = Pick<
  Scheduler,
  'start' | 'stop' | 'poke' | 'resume' | 'signedIn' | 'drain'
>;

/**
 * Upload queue beside the outbox (MUT-6): no text waits for a file, and an interrupted upload continues (FILE-2).
 *
 *   waiting --the server has its row--> which parts are there? --> send the others --> complete --> stored
 *      ^                                      |                        |                       |
 *      |     lost response, 5xx, 429: back-off|     damaged: all parts |                       |
 *      +--------------------------------------+------------------------+                       |
 *                                   400, 403, 413: rejected, the person decides                v
 *                                                              (bytes stay while there is room)
 */
export function createUploadQueue(context: EngineContext, files: FilePorts): UploadQueue {
  const { ports, account } = context;
  const { store } = files;
  const uploads: UploadState = { context, files, failures: new Map(), arrivedAt: -1 };
  let tidying = NO_WAIT;
  return createScheduler(ports, {
    // Two uploading tabs are safe, because parts may be sent twice. A suspended holder must not delay the files.
    lockName: `cairn-files-${account.orgId}-${account.orgUserId}`,
    hasWork: async () => {
      const now = ports.clock.now();
      if (leftOf(tidying, now) === 0) {
        tidying = waitOf(now, TIDY_EVERY);
        await store.tidy(now);
      }
      return (await store.waiting()) > 0;
    },
    pass: (input) => uploadAll(uploads, input),
    restFor: async () => {
      // Files with a failure of their own are tried again; the rows of others may still be in transit.
      const ready = await store.ready();
      const next = Math.min(...ready.map(({ id }) => leftFor(uploads, id)));
      // A restored server may have lost a file, or a file's row may have gone: nothing reports that to an idle queue.
      const mayChange = next === Infinity && (await store.mayChange());
      return mayChange ? Math.max(1, leftOf(tidying, ports.clock.now())) : next;
    },
    isDue: () => Promise.resolve(true),
    isWaiting: async () => (await store.waiting()) > 0,
  });
}

/** Failures of one file; other files continue meanwhile. */
interface UploadFailure {
  readonly tries: number;
  readonly damaged: number;
  /** Time of the first failure, by the device's clock; a clock that is set back moves it back. */
  readonly first: number;
  /** Number of responses of a proxy, and of scans without a verdict, which never reject the file. */
  readonly blocked?: number;
  readonly wait: Wait;
}

/** State of the running process; none of it needs to be stored. */
interface UploadState {
  readonly context: EngineContext;
  readonly files: FilePorts;
  /** By file id. */
  readonly failures: Map<string, UploadFailure>;
  /** When the last file arrived at the server, by the device's clock; -1 before the first one. */
  arrivedAt: number;
}

/** Milliseconds until a file with a failure of its own is tried again. */
function leftFor(uploads: UploadState, id: string): number {
  return leftOf(uploads.failures.get(id)?.wait ?? NO_WAIT, uploads.context.ports.clock.now());
}

/** Uploads one file after the other until none is left, the network fails, or the time of the pass is over. */
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
      await store.refused(
        file.id,
        refuse('invalid', /*i18n*/ 'Its bytes are no longer on this device'),
      );
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
 * A proxy that passed the request for the parts blocks the content of this file or gives up on it (MUT-7), or the
 * server's scanner gives no verdict about it (FILE-2.11): it waits alone without a limit, and the next file continues.
 */
async function notSent(uploads: UploadState, file: LocalFile, failure: Failure): Promise<Step> {
  if (!isBlockedByProxy(failure) && !isNotScanned(failure) && !isGivenUp(failure)) {
    return notUploaded(uploads, file, failure);
  }
  const { clock, random } = uploads.context.ports;
  const now = clock.now();
  const before = uploads.failures.get(file.id);
  const blocked = (before?.blocked ?? 0) + 1;
  const wait = waitOf(now, 1_000 + backoff(blocked, random.next()));
  uploads.failures.set(file.id, { tries: 0, damaged: 0, first: now, ...before, blocked, wait });
  return DONE;
}

/** A proxy got no answer about this file, e.g. because it allows less time than the file takes. */
function isGivenUp(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.status === 502 || failure.status === 504);
}

function isNotScanned(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.details['not_scanned'] === true;
}

async function arrived(uploads: UploadState, { id }: LocalFile): Promise<Step> {
  await uploads.files.store.stored(id);
  uploads.failures.delete(id);
  uploads.arrivedAt = uploads.context.ports.clock.now();
  return DONE;
}

/** A missing response concerns every file; a response concerns this one. */
async function notUploaded(uploads: UploadState, file: LocalFile, failure: Failure): Promise<Step> {
  if (failure.kind !== 'refused' || isUnauthenticated(failure)) return failed(failure);
  if (FOR_ALL.includes(failure.status)) return failed(failure);
  // It is sent once the person has the second factor that the organisation demands.
  if (failure.code === 'factor_missing') return failed(failure);
  const reason = permanent(failure);
  if (reason !== undefined) {
    await uploads.files.store.refused(file.id, reason);
    return DONE;
  }
  return waitAlone(uploads, file, failure);
}

/** Reason of a final rejection. 404 is not final: the row may return on a restored server. */
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
  const now = clock.now();
  const before = uploads.failures.get(id);
  const isDamaged = failure.status === 409;
  const tries = (before?.tries ?? 0) + 1;
  const damaged = (before?.damaged ?? 0) + (isDamaged ? 1 : 0);
  const first = Math.min(before?.first ?? now, now);
  const isStubborn =
    failure.status >= 500 &&
    tries >= QUARANTINE.failures &&
    now - first >= QUARANTINE.over &&
    uploads.arrivedAt >= first;
  if (damaged >= DAMAGED_TRIES || isStubborn) {
    uploads.failures.delete(id);
    const words = isDamaged
      ? /*i18n*/ 'It arrives damaged again and again'
      : /*i18n*/ 'The server fails on this file again and again';
    await uploads.files.store.refused(id, refuse(failure.code, words));
    return DONE;
  }
  // A damaged file is sent again at once: the server has deleted its parts.
  const { retryAfter } = failure;
  const wait = isDamaged ? 0 : 1_000 + waitAfter(tries, { retryAfter, random: random.next() });
  uploads.failures.set(id, { ...before, tries, damaged, first, wait: waitOf(now, wait) });
  return DONE;
}
