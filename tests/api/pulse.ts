import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest turn of the event loop, in milliseconds, and the work at that time. */
export interface LongestTurn {
  readonly took: number;
  readonly what: string;
}

export interface Pulse {
  /** Measures the event loop while some work is done. */
  readonly during: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  readonly longest: () => LongestTurn;
}

/**
 * Measures the event loop of this thread: its processor time between two turns, not the wall-clock
 * time, so other programs on the machine do not count. Garbage collection on this thread counts,
 * and so does the test's own work in the same turn.
 */
export function createPulse(): Pulse {
  let longest: LongestTurn = { took: 0, what: '' };
  return {
    during: async (what, work) => {
      await nextTurn();
      let goesOn = true;
      let before = spent();
      const beat = () => {
        const now = spent();
        if (now - before > longest.took) longest = { took: now - before, what };
        before = now;
      };
      const beating = (async () => {
        while (goesOn) {
          await nextTurn();
          beat();
        }
      })();
      try {
        return await work();
      } finally {
        beat();
        goesOn = false;
        await beating;
      }
    },
    longest: () => longest,
  };
}

/**
 * Slowness of this machine relative to a usual one, at least 1: measured by parsing and writing two
 * megabytes of JSON, the maximum of a body, which takes a usual machine 30 ms or less.
 */
export function slowness(): number {
  const text = JSON.stringify(
    Array.from({ length: 40_000 }, (_item, index) => ({ id: index, name: `Row ${index}` })),
  );
  const tries = Array.from({ length: 5 }, () => {
    const before = spent();
    JSON.stringify(JSON.parse(text));
    return spent() - before;
  });
  return Math.max(1, Math.min(...tries) / 30);
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
