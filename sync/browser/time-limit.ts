import type { Timers } from '../core/ports/machine.ts';

/** Limits a wait (ENG-2): when the time is up, the signal is aborted. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Milliseconds from now; replaces the remaining time. */
  readonly begin: (milliseconds: number) => void;
  /** Stops the timer. */
  readonly end: () => void;
  /** Aborts the signal at once. */
  readonly expire: () => void;
}

/** Milliseconds without any received byte after which the request for a file ends. */
export const SILENCE = 60_000;

export function timeLimit(timers: Timers): TimeLimit {
  const abort = new AbortController();
  const expire = () => abort.abort();
  let cancel = () => {};
  return {
    signal: abort.signal,
    begin: (milliseconds) => {
      cancel();
      cancel = timers.after(milliseconds, expire);
    },
    end: () => cancel(),
    expire,
  };
}

/**
 * Body as a stream, for a call that was made with the limit's signal; empty for a response without a body. The stream
 * fails when no chunk has arrived for `milliseconds` while its reader waited: the total time is not limited, and the
 * time in which nothing is read does not count.
 */
export function whileMoving(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: TimeLimit,
  milliseconds: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (body ?? new Blob().stream()).getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        limit.begin(milliseconds);
        try {
          const { value, done } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          limit.end();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
