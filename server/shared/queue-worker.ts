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
  /** `drain` has rejected: it is run again at the next wake, or after `FAILURE_PAUSE_MS` at the earliest. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds after which the queue is read without a wake: another process may have died. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 50;
/** Pause after a failed run: what is due stays due while the database accepts no writes. */
const FAILURE_PAUSE_MS = 10_000;

/** One run at a time; a wake during a run begins another one after it. Between runs it sleeps until the next entry is due. */
export function queueWorker({ drain, nextAt, now, failed }: QueueWorkerOptions): QueueWorker {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const sleep = async (shortest: number) => {
    if (closed) return;
    const begun = now();
    const due = await nextAt().catch(() => undefined);
    // Woken or closed meanwhile.
    if (closed || running !== undefined) return;
    const pause = Math.max(shortest, (due ?? Infinity) - begun);
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, pause));
    timer.unref();
  };
  const work = async () => {
    let shortest = SHORTEST_SLEEP_MS;
    do {
      again = false;
      shortest = SHORTEST_SLEEP_MS;
      await drain(() => closed).catch((error: unknown) => {
        shortest = FAILURE_PAUSE_MS;
        failed(error);
      });
    } while (again && !closed);
    running = undefined;
    await sleep(shortest);
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
