import { callbackify } from 'node:util';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { digestOfSecret } from '../shared/secrets.ts';
import type { RequestCounts } from '../store/request-counts.ts';

interface SharedLimitDeps {
  readonly counts: RequestCounts;
  /** Milliseconds. */
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

/** Requests of a caller's window that this process has reserved: `next` is admitted next, up to `upTo`. */
interface Reserved {
  next: number;
  upTo: number;
  /** Requests that this process has reserved in the window. */
  own: number;
  /** Milliseconds by the process's clock. */
  endsAt: number;
  reserving: Promise<void> | undefined;
}

/** A process reserves this part of the limit at first, and at most this part at once. */
const FIRST_PART = 300;
const LARGEST_PART = 50;
/** Longest wait for the database; then, and for a while after a failure, the process counts by itself. */
const TIMEOUT_MS = 1_000;
const ALONE_MS = 5_000;

/**
 * Counts the requests of a caller over all processes. A process reserves some of them at once (a 300th part of the
 * limit, growing with what the caller uses to a 50th), so that a busy caller costs few statements. The processes
 * together never admit more than the limit; up to a 50th of it may stay unused in each. Without the database each
 * process counts by itself: a call that needs no database is answered nevertheless.
 */
export function sharedRequestLimit(deps: SharedLimitDeps): FastifyRateLimitStoreCtor {
  const callers = new Map<string, Reserved>();
  let aloneUntil = 0;
  let sweepAt = 0;
  const reserve = async (key: string, reserved: Reserved, windowMs: number, max: number) => {
    const step = Math.min(
      Math.ceil(max / LARGEST_PART),
      Math.max(Math.ceil(max / FIRST_PART), reserved.own),
    );
    try {
      const answer = within(TIMEOUT_MS, deps.counts.reserve(digestOfSecret(key), step, windowMs));
      const { used, endsIn } = await answer;
      reserved.endsAt = deps.now() + endsIn;
      reserved.next = used - step;
      reserved.upTo = used;
    } catch (error) {
      deps.report(error);
      aloneUntil = deps.now() + ALONE_MS;
      reserved.upTo = reserved.next + step;
    }
    reserved.own += step;
  };
  const forgetEnded = (windowMs: number) => {
    if (deps.now() < sweepAt) return;
    sweepAt = deps.now() + windowMs;
    for (const [key, { endsAt, reserving }] of callers) {
      if (endsAt <= deps.now() && reserving === undefined) callers.delete(key);
    }
  };
  const reservedOf = (key: string, windowMs: number): Reserved => {
    forgetEnded(windowMs);
    const known = callers.get(key);
    if (known !== undefined && (known.endsAt > deps.now() || known.reserving !== undefined)) {
      return known;
    }
    const endsAt = deps.now() + windowMs;
    const fresh: Reserved = { next: 0, upTo: 0, own: 0, endsAt, reserving: undefined };
    callers.set(key, fresh);
    return fresh;
  };
  /** Number of this request in the caller's window; more than `max` when it is refused. */
  const claim = async (key: string, windowMs: number, max: number) => {
    const reserved = reservedOf(key, windowMs);
    while (reserved.next >= reserved.upTo && reserved.next < max && deps.now() >= aloneUntil) {
      reserved.reserving ??= reserve(key, reserved, windowMs, max).finally(() => {
        reserved.reserving = undefined;
      });
      await reserved.reserving;
    }
    reserved.next += 1;
    return { current: reserved.next, ttl: Math.max(1, reserved.endsAt - deps.now()) };
  };
  const claimWith = callbackify(claim);
  const store: FastifyRateLimitStore = {
    incr: (key, callback, windowMs, max) => claimWith(key, windowMs, max, callback),
    child: () => store,
  };
  // The plugin creates its store with `new`; there is one for all routes.
  return class {
    readonly incr = store.incr;
    readonly child = store.child;
  };
}

async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The requests were not counted in time')), limitMs);
  });
  // A failure after the time is over concerns nobody.
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
