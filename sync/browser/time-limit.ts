import type { Timers } from '../core/ports/machine.ts';

/** An end for a wait that may have none (ENG-2): when the time is up, the signal is aborted. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Milliseconds from now, instead of what was left. */
  readonly begin: (milliseconds: number) => void;
  /** Nobody waits any longer, or not now. */
  readonly end: () => void;
  /** The time is up. */
  readonly expire: () => void;
}

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
 * The body as it arrives, of a call that was made with the limit's signal; an answer without one is empty. It breaks when nothing more of it has come
 * for so many milliseconds while somebody waited for it: slow may last as long as it likes, silent may not. The time in
 * which nobody reads does not count.
 */
export function whileMoving(
  body: ReadableStream<Uint8Array> | null,
  limit: TimeLimit,
  milliseconds: number,
): ReadableStream<Uint8Array> {
  const reader = (body ?? new Blob().stream()).getReader();
  return new ReadableStream<Uint8Array>(
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
