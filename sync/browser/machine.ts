import type { Clock, Lock, Online, Random, Timers } from '../core/ports/machine.ts';

/** Clock, random source, timers, lock and network state of a browser worker. */

export const browserClock: Clock = { now: () => Date.now() };

export const browserRandom: Random = { next: () => Math.random() };

export const browserTimers: Timers = {
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Web Locks: the wait is limited and a lock is never stolen; browsers without them run the work without a lock (ENG-2).
 */
export function browserLock(): Lock {
  return {
    run: async (name, wait, work) => {
      const { locks } = navigator;
      if (locks === undefined) return work(false);
      const signal = AbortSignal.timeout(wait);
      let begun = false;
      try {
        return await locks.request(name, { signal }, () => {
          begun = true;
          return work(true);
        });
      } catch (error) {
        if (begun || !signal.aborted) throw error;
        return work(false);
      }
    },
  };
}

export interface BrowserOnline extends Online {
  /** Called by the page when its visibility changes. */
  readonly setVisible: (visible: boolean) => void;
  /** Called by the page with its network state, because not every browser reports it to workers. */
  readonly setOnline: (online: boolean) => void;
}

export function browserOnline(): BrowserOnline {
  const listeners = new Set<() => void>();
  let visible = true;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let isOnline = navigator.onLine;
  const setOnline = (next: boolean) => {
    isOnline = next;
    notify();
  };
  addEventListener('online', () => setOnline(true));
  addEventListener('offline', () => setOnline(false));
  return {
    isOnline: () => isOnline,
    isVisible: () => visible,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    setVisible: (next) => {
      const shown = next && !visible;
      visible = next;
      if (shown) notify();
    },
    setOnline,
  };
}
