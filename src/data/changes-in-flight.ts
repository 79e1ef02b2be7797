import type { Prepared } from '../../model/mutations/define-mutation.ts';

/** The changes somebody has asked for and that are not committed or refused on this device yet. */
export interface ChangesInFlight {
  readonly run: <T>(change: () => Promise<T>) => Promise<T>;
  /**
   * Resolves when every change asked for so far, and what its caller did with the outcome, is through; undefined when
   * there is none. An Undo pressed right after a change is shown means that change, not the one before it.
   */
  readonly settled: () => Promise<void> | undefined;
  /** Tells the listeners of a change that this page has committed on this device; it is prepared only for them. */
  readonly committed: (prepare: () => OwnChange) => void;
  /** Hears of those; returns how to stop. */
  readonly follow: (listener: (change: OwnChange) => void) => () => void;
}

/** Name of a mutation and the rows it changed. */
type OwnChange = Pick<Prepared, 'name' | 'refs'>;

export function changesInFlight(): ChangesInFlight {
  const changes = new Set<Promise<unknown>>();
  const listeners = new Set<(change: OwnChange) => void>();
  return {
    run: async (change) => {
      const running = change();
      changes.add(running);
      try {
        return await running;
      } finally {
        changes.delete(running);
      }
    },
    settled: () =>
      changes.size === 0
        ? undefined
        : Promise.allSettled(changes).then(
            // The callers go on in microtasks; a task later they have offered their way back.
            () => new Promise((resolve) => setTimeout(resolve, 0)),
          ),
    committed: (prepare) => {
      if (listeners.size === 0) return;
      const change = prepare();
      for (const listener of listeners) listener(change);
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
