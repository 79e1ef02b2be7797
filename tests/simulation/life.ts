/** One run of a program. When it is killed, nothing it has begun comes back to it, and nothing it does has an effect. */
export interface Life {
  readonly isOver: () => boolean;
  readonly end: () => void;
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
  return {
    isOver: () => over,
    end: () => {
      if (over) return;
      over = true;
      for (const ending of endings.splice(0)) ending();
    },
    onEnd: (task) => {
      if (over) task();
      else endings.push(task);
    },
    guard: <T>(begin: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        if (over) return;
        begin().then(
          (value) => {
            if (!over) resolve(value);
          },
          (error: unknown) => {
            if (!over) reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      }),
    wrap: (task) => () => {
      if (!over) task();
    },
  };
}
