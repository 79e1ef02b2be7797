import { CairnError } from '../../model/shared/errors.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { type Batch, createBatch, type Locks } from './batch.ts';
import type { BatchDeps } from './batch-state.ts';
import { locksOf, organizationOf, together } from './locks.ts';
import type { Prefetch, Commit, Writer, WriteSession } from './writer-types.ts';

/** Jobs of one commit at most: with more of them the first would wait too long. */
const JOBS_A_COMMIT = 256;

interface WriterDeps extends BatchDeps {
  /** Receives errors that appear in no response. */
  readonly report: (error: unknown) => void;
}

interface Job {
  readonly locks: Locks;
  readonly prefetched: Prefetch | undefined;
  /** True: runs in a transaction of its own. */
  readonly separate: boolean;
  /** Runs inside the transaction; rejects when the transaction must not be committed. */
  readonly run: (batch: Batch) => Promise<void>;
  /** Called when the commit is on disk. */
  readonly settle: () => void;
  readonly refuse: (error: unknown) => void;
}

type Work<T> = (session: WriteSession) => Promise<T>;

interface JobInput<T> {
  readonly streams: readonly string[];
  readonly work: Work<T>;
  readonly prefetched?: Prefetch | undefined;
  /** True for a job with one atomic write. */
  readonly alone: boolean;
  readonly separate?: boolean;
}

/**
 * The single writer. All jobs that wait when the disk is free become one transaction:
 *
 *   write() --> queue --> [ begin, lock streams, job, job, job, flush, commit ] --> responses, events
 *
 * With `byOrganization` a transaction takes only those of the first job's organisation.
 * A failed commit rejects all its jobs. After an error before the commit that belongs to no job (a flush that the
 * database rejects) each job runs again alone, so that one of them cannot fail the others.
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
      // A commit on disk is final, whatever a listener throws.
      deps.report(error);
    }
  };
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const jobs = takeTogether(queue, deps.byOrganization === true);
      await commitTogether(deps, jobs, (commit) => {
        for (const listener of listeners) notify(listener, commit);
        // A transaction that cannot be rolled back rejects its jobs; later jobs start a new one.
      }).catch((error: unknown) => refuseAll(deps, jobs, error));
      // Lets the requests that arrived meanwhile join the next commit.
      await nextTurn();
    }
    running = undefined;
  };
  const enqueue = <T>(input: JobInput<T>): Promise<T> => {
    if (closed) {
      return Promise.reject(
        new CairnError({ code: 'unavailable', message: /*i18n*/ 'The server is being stopped' }),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    try {
      queue.push(jobOf(input, { resolve, reject }));
      running ??= drain();
    } catch (error) {
      reject(error);
    }
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

/** Number of jobs at the front of the queue that one transaction runs together. */
function togetherOf(queue: readonly Job[]): number {
  const next = queue.findIndex(({ separate }) => separate);
  return next === -1 ? JOBS_A_COMMIT : Math.min(JOBS_A_COMMIT, Math.max(1, next));
}

/** Removes the jobs of the next transaction from the queue. */
function takeTogether(queue: Job[], byOrganization: boolean): readonly Job[] {
  const next = queue.splice(0, togetherOf(queue));
  const [first] = next;
  if (!byOrganization || first === undefined) return next;
  const organization = organizationOf(first.locks);
  // Without a stream, or with those of several organisations, a job is known to belong to no other.
  const isTaken = (job: Job) =>
    job === first || (organization !== undefined && organizationOf(job.locks) === organization);
  queue.unshift(...next.filter((job) => !isTaken(job)));
  return next.filter(isTaken);
}

function jobOf<T>(
  { streams, work, prefetched, alone, separate = false }: JobInput<T>,
  promise: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void },
): Job {
  let settle: () => void = () => undefined;
  return {
    locks: locksOf(streams),
    prefetched,
    separate,
    run: async (batch) => {
      try {
        const value = await work(batch.session);
        settle = () => promise.resolve(value);
      } catch (error) {
        // A single write has undone itself; a session may have left some of its writes in the transaction.
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
  // Listeners first: no response overtakes the heads that they store.
  publish(batch.commit());
  for (const job of jobs) job.settle();
}

/** Runs everything up to the commit. */
async function runJobs(deps: WriterDeps, jobs: readonly Job[]): Promise<Batch> {
  await deps.database.writer.begin();
  const batch = await createBatch(deps, together(jobs.map(({ locks }) => locks)));
  await batch.prefetch(jobs.flatMap(({ prefetched }) => prefetched ?? []));
  for (const job of jobs) {
    // Reports why a transaction was aborted, not the errors that followed.
    await job.run(batch).finally(batch.requireSound);
  }
  await batch.session.flush();
  return batch;
}

function refuseAll(deps: WriterDeps, jobs: readonly Job[], error: unknown): void {
  deps.report(error);
  for (const job of jobs) job.refuse(error);
}
