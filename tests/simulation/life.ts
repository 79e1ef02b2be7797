/** One run of a program. When it is killed, nothing it has begun comes back to it, and nothing it does has an effect. */
export interface Life {
  readonly isOver: () => boolean;
  readonly end: () => void;
  /** It stands still for good: it holds what it holds, and nothing comes back to it until it ends. */
  readonly stop: () => void;
  /** Told at the end, in order; at once when it is over. */
  readonly onEnd: (task: () => void) => void;
  /** The promise's outcome, or never. */
  readonly guard: <T>(begin: () => Promise<T>) => Promise<T>;
  /** The function, or nothing. */
  readonly wrap: (task: () => void) => () => void;
}

export function createLife(): Life {
  const endings: (() => void)[] = [];
  let over = false;
  let stopped = false;
  const isAtWork = () => !over && !stopped;
  return {
    isOver: () => over,
    end: () => {
      if (over) return;
      over = true;
      for (const ending of endings.splice(0)) ending();
    },
    stop: () => {
      stopped = true;
    },
    onEnd: (task) => {
      if (over) task();
      else endings.push(task);
    },
    guard: <T>(begin: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (!isAtWork()) return;
        begin().then(
          (value) => {
            if (isAtWork()) resolve(value);
          },
          (error: unknown) => {
            if (isAtWork()) reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      }),
    wrap: (task) => () => {
      if (isAtWork()) task();
    },
  };
}
