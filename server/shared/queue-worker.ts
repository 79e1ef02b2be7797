/** Works off a queue of the database in this process. */
export interface QueueWorker {
  /** Works off what is due; called when the queue may have changed. */
  readonly wake: () => void;
  /** Resolves when everything that is due has been tried. */
  readonly settle: () => Promise<void>;
  /** Resolves when the running attempt has ended; nothing begins afterwards. */
  readonly close: () => Promise<void>;
}

export interface QueueWorkerOptions {
  /** Works off everything that is due, until `stopped` is true. */
  readonly drain: (stopped: () => boolean) => Promise<void>;
  /** Time of the next entry in milliseconds since 1970, UTC; undefined for an empty queue. */
  readonly nextAt: () => Promise<number | undefined>;
  readonly now: () => number;
  /** `drain` has rejected: it is run again with the next entry, or after `LONGEST_SLEEP_MS`. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds after which the queue is read without a wake: another process may have died. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 50;

/** One run at a time; a wake during a run begins another one after it. Between runs it sleeps until the next entry is due. */
export function queueWorker({ drain, nextAt, now, failed }: QueueWorkerOptions): QueueWorker {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const sleep = async () => {
    if (closed) return;
    const begun = now();
    const due = await nextAt().catch(() => undefined);
    // Woken or closed meanwhile.
    if (closed || running !== undefined) return;
    const pause = Math.max(SHORTEST_SLEEP_MS, (due ?? Infinity) - begun);
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, pause));
    timer.unref();
  };
  const work = async () => {
    do {
      again = false;
      await drain(() => closed).catch(failed);
    } while (again && !closed);
    running = undefined;
    await sleep();
  };
  const wake = () => {
    if (closed) return;
    again = true;
    clearTimeout(timer);
    running ??= work();
  };
  return {
    wake,
    settle: async () => {
      wake();
      while (running !== undefined) await running;
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
