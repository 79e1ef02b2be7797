/** Events without changes, each of which causes a pull, that leave within one interval. */
const AT_ONCE = 20;
const INTERVAL_MS = 300;

/** PULL-7.5: spreads the pulls that a bulk change causes: their number a second is the same for any number of devices. */
export interface Pace {
  /** True when one more device may be told to pull now; otherwise `wake` is called when there is room again. */
  readonly mayPull: (wake: () => void) => boolean;
  readonly stop: () => void;
}

export function createPace(): Pace {
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  let waiting = new Set<() => void>();
  const start = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sent = 0;
      const due = waiting;
      waiting = new Set();
      for (const wake of due) wake();
    }, INTERVAL_MS).unref();
  };
  return {
    mayPull: (wake) => {
      start();
      if (sent >= AT_ONCE) {
        waiting.add(wake);
        return false;
      }
      sent += 1;
      return true;
    },
    stop: () => clearTimeout(timer),
  };
}
