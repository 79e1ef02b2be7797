import { CairnError } from '../../model/shared/errors.ts';
import { type Batch, createBatch } from './batch.ts';
import type { BatchWorld } from './batch-state.ts';
import type { Ahead, Commit, Writer, WriteSession } from './writer-types.ts';

/** Jobs that one commit carries at most: beyond it the first of them would wait too long. */
const JOBS_A_COMMIT = 256;

interface WriterWorld extends BatchWorld {
  /** Told of errors that nobody's answer shows. */
  readonly report: (error: unknown) => void;
}

interface Job {
  readonly streams: readonly string[];
  readonly ahead: Ahead | undefined;
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
  readonly ahead?: Ahead | undefined;
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
export function createWriter(world: WriterWorld): Writer {
  const queue: Job[] = [];
  const listeners = new Set<(commit: Commit) => void>();
  let running: Promise<void> | undefined;
  let closed = false;

  const tell = (listener: (commit: Commit) => void, commit: Commit): void => {
    try {
      listener(commit);
    } catch (error) {
      // What is on disk stays on disk, whatever a listener makes of it.
      world.report(error);
    }
  };
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const jobs = queue.splice(0, togetherOf(queue));
      await commitTogether(world, jobs, (commit) => {
        for (const listener of listeners) tell(listener, commit);
        // A transaction that cannot even be rolled back refuses its jobs; those after it begin anew.
      }).catch((error: unknown) => refuseAll(world, jobs, error));
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
    session: (streams, work, ahead) => enqueue({ streams, work, ahead, alone: false }),
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
  { streams, work, ahead, alone, separate = false }: JobInput<T>,
  promise: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void },
): Job {
  let settle: () => void = () => undefined;
  return {
    streams,
    ahead,
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
  world: WriterWorld,
  jobs: readonly Job[],
  publish: (commit: Commit) => void,
): Promise<void> {
  const { writer: connection } = world.database;
  let batch: Batch;
  try {
    batch = await runJobs(world, jobs);
  } catch (error) {
    await connection.rollback();
    if (jobs.length === 1) refuseAll(world, jobs, error);
    else for (const job of jobs) await commitTogether(world, [job], publish);
    return;
  }
  try {
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    refuseAll(world, jobs, error);
    return;
  }
  // Listeners first: an answer never overtakes what they keep (heads).
  publish(batch.commit());
  for (const job of jobs) job.settle();
}

/** Everything up to the commit. */
async function runJobs(world: WriterWorld, jobs: readonly Job[]): Promise<Batch> {
  await world.database.writer.begin();
  const batch = await createBatch(world, [...new Set(jobs.flatMap((job) => job.streams))]);
  await batch.lookAhead(jobs.flatMap(({ ahead }) => ahead ?? []));
  for (const job of jobs) {
    // A transaction that was given up says why; what followed from it does not.
    await job.run(batch).finally(batch.requireSound);
  }
  await batch.session.flush();
  return batch;
}

function refuseAll(world: WriterWorld, jobs: readonly Job[], error: unknown): void {
  world.report(error);
  for (const job of jobs) job.refuse(error);
}
