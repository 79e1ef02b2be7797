import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest turn of the event loop, in milliseconds, and what was going on. */
export interface LongestTurn {
  readonly took: number;
  readonly what: string;
}

export interface Pulse {
  /** Feels the event loop while some work is done. */
  readonly during: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  readonly longest: () => LongestTurn;
}

/**
 * Feels the event loop of this thread. What is measured is its processor time between two turns, not the time on the
 * wall: other programs on the machine do not count, however busy it is. Garbage collection on this thread counts, and
 * so does what the test itself does in the same turn.
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
 * How much slower than a usual machine this one works, at least 1: by parsing and writing two megabytes of JSON, as
 * much as a body may have, which takes one of these 30 ms or less.
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
