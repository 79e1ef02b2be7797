import type { Prepared } from '../../model/mutations/define-mutation.ts';

/** Changes that were requested and are neither committed nor refused on this device yet. */
export interface ChangesInFlight {
  readonly run: <T>(change: () => Promise<T>) => Promise<T>;
  /**
   * Resolves when every change requested so far has finished and its caller has handled the outcome;
   * undefined without one. An Undo pressed right after a change is shown refers to that change, not to the
   * one before.
   */
  readonly settled: () => Promise<void> | undefined;
  /**
   * Notifies the listeners of a change that this page has committed on the device; `prepare` runs only if
   * there are listeners.
   */
  readonly committed: (prepare: () => OwnChange) => void;
  /** Subscribes to committed changes; returns the unsubscribe function. */
  readonly follow: (listener: (change: OwnChange) => void) => () => void;
}

/** Name of a mutation and the rows that it changed. */
export type OwnChange = Pick<Prepared, 'name' | 'refs'>;

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
            // Callers continue in microtasks; after one task they have registered their undo.
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
