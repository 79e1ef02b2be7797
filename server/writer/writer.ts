import { CairnError } from '../../model/shared/errors.ts';
import { type Batch, createBatch } from './batch.ts';
import type { BatchDeps } from './batch-state.ts';
import type { Prefetch, Commit, Writer, WriteSession } from './writer-types.ts';

/** Jobs that one commit carries at most: beyond it the first of them would wait too long. */
const JOBS_A_COMMIT = 256;

interface WriterDeps extends BatchDeps {
  /** Told of errors that nobody's answer shows. */
  readonly report: (error: unknown) => void;
}

interface Job {
  readonly streams: readonly string[];
  readonly prefetched: Prefetch | undefined;
  /** Needs a transaction of its own. */
  readonly separate: boolean;
  /** Runs inside the transaction; rejects when that must not be committed. */
  readonly run: (batch: Batch) => Promise<void>;
  /** After the commit is on disk. */
  readonly settle: () => void;
  readonly refuse: (error: unknown) => void;
}

type Work<T> = (session: WriteSession) => Promise<T>;

interface JobInput<T> {
  readonly streams: readonly string[];
  readonly work: Work<T>;
  readonly prefetched?: Prefetch | undefined;
  /** One atomic write and nothing else. */
  readonly alone: boolean;
  readonly separate?: boolean;
}

/**
 * The single writer. Whatever waits when the disk is free becomes one transaction:
 *
 *   write() --> queue --> [ begin, lock streams, job, job, job, flush, commit ] --> answers, pokes
 *
 * A commit that fails refuses everything in it. An error before the commit that is nobody's in particular (a flush
 * that the database refuses) makes each job run again alone, so that one of them cannot take the others with it.
 */
export function createWriter(deps: WriterDeps): Writer {
  const queue: Job[] = [];
  const listeners = new Set<(commit: Commit) => void>();
  let running: Promise<void> | undefined;
  let closed = false;

  const notify = (listener: (commit: Commit) => void, commit: Commit): void => {
    try {
      listener(commit);
    } catch (error) {
      // What is on disk stays on disk, whatever a listener makes of it.
      deps.report(error);
    }
  };
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const jobs = queue.splice(0, togetherOf(queue));
      await commitTogether(deps, jobs, (commit) => {
        for (const listener of listeners) notify(listener, commit);
        // A transaction that cannot even be rolled back refuses its jobs; those after it begin anew.
      }).catch((error: unknown) => refuseAll(deps, jobs, error));
      // Lets the requests that arrived meanwhile join the next commit.
      await new Promise((resolve) => setImmediate(resolve));
    }
    running = undefined;
  };
  const enqueue = <T>(input: JobInput<T>): Promise<T> => {
    if (closed) {
      return Promise.reject(
        new CairnError({ code: 'unavailable', message: 'The server is being stopped' }),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    queue.push(jobOf(input, { resolve, reject }));
    running ??= drain();
    return promise;
  };
  return {
    session: (streams, work, prefetched) => enqueue({ streams, work, prefetched, alone: false }),
    write: (streams, work) => enqueue({ streams, work: (open) => open.atomic(work), alone: true }),
    separate: (work) =>
      enqueue({ streams: [], work: (open) => open.atomic(work), alone: true, separate: true }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      await running;
    },
  };
}

/** How many of the jobs at the front of the queue one transaction carries. */
function togetherOf(queue: readonly Job[]): number {
  const next = queue.findIndex(({ separate }) => separate);
  return next === -1 ? JOBS_A_COMMIT : Math.min(JOBS_A_COMMIT, Math.max(1, next));
}

function jobOf<T>(
  { streams, work, prefetched, alone, separate = false }: JobInput<T>,
  promise: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void },
): Job {
  let settle: () => void = () => undefined;
  return {
    streams,
    prefetched,
    separate,
    run: async (batch) => {
      try {
        const value = await work(batch.session);
        settle = () => promise.resolve(value);
      } catch (error) {
        // A lone write has taken itself back; of a session some writes may be in the transaction already.
        if (!alone && !(error instanceof CairnError)) throw error;
        settle = () => promise.reject(error);
      }
    },
    settle: () => settle(),
    refuse: promise.reject,
  };
}

async function commitTogether(
  deps: WriterDeps,
  jobs: readonly Job[],
  publish: (commit: Commit) => void,
): Promise<void> {
  const { writer: connection } = deps.database;
  let batch: Batch;
  try {
    batch = await runJobs(deps, jobs);
  } catch (error) {
    await connection.rollback();
    if (jobs.length === 1) refuseAll(deps, jobs, error);
    else for (const job of jobs) await commitTogether(deps, [job], publish);
    return;
  }
  try {
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    refuseAll(deps, jobs, error);
    return;
  }
  // Listeners first: an answer never overtakes what they keep (heads).
  publish(batch.commit());
  for (const job of jobs) job.settle();
}

/** Everything up to the commit. */
async function runJobs(deps: WriterDeps, jobs: readonly Job[]): Promise<Batch> {
  await deps.database.writer.begin();
  const batch = await createBatch(deps, [...new Set(jobs.flatMap((job) => job.streams))]);
  await batch.prefetch(jobs.flatMap(({ prefetched }) => prefetched ?? []));
  for (const job of jobs) {
    // A transaction that was given up says why; what followed from it does not.
    await job.run(batch).finally(batch.requireSound);
  }
  await batch.session.flush();
  return batch;
}

function refuseAll(deps: WriterDeps, jobs: readonly Job[], error: unknown): void {
  deps.report(error);
  for (const job of jobs) job.refuse(error);
}
