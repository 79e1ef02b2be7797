/** One run of a process. After a kill no pending operation settles, and no call has an effect. */
export interface Life {
  readonly isOver: () => boolean;
  readonly end: () => void;
  /** Suspends it for good: it keeps its locks, and no pending operation settles. */
  readonly stop: () => void;
  /** Freezes it, as browsers do with hidden pages: it keeps its locks, and results and timers are delivered later. */
  readonly freeze: () => void;
  /** Continues, and delivers what has arrived meanwhile in its order. */
  readonly thaw: () => void;
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
  let frozen: (() => void)[] | undefined;
  const isAtWork = () => !over && !stopped;
  const deliver = (task: () => void) => {
    if (!isAtWork()) return;
    if (frozen === undefined) task();
    else frozen.push(() => deliver(task));
  };
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
    freeze: () => {
      frozen ??= [];
    },
    thaw: () => {
      const waiting = frozen ?? [];
      frozen = undefined;
      for (const task of waiting) task();
    },
    onEnd: (task) => {
      if (over) task();
      else endings.push(task);
    },
    guard: <T>(begin: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        deliver(() => {
          begin().then(
            (value) => deliver(() => resolve(value)),
            (error: unknown) =>
              deliver(() => reject(error instanceof Error ? error : new Error(String(error)))),
          );
        });
      }),
    wrap: (task) => () => deliver(task),
  };
}
