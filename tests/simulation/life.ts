/** One run of a process. After a kill no pending operation settles, and no call has an effect. */
export interface Life {
  readonly isOver: () => boolean;
  readonly end: () => void;
  /** Suspends it for good: it keeps its locks, and no pending operation settles. */
  readonly stop: () => void;
  /** Called at the end in order of registration; at once when the life is over. */
  readonly onEnd: (task: () => void) => void;
  /** The promise's result; never settles after the end. */
  readonly guard: <T>(begin: () => Promise<T>) => Promise<T>;
  /** The function; a function without effect after the end. */
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
