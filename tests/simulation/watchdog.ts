import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Milliseconds of processor time after which a schedule hangs. The slowest take some 20 s. */
const TIMEOUT_MS = 300_000;

/** Ends the process with the name of a schedule that never leaves its microtasks, which nothing in its thread can do. */
export interface Watchdog {
  /** The next schedule begins. */
  readonly watch: (seed: string) => void;
  /** It has ended. */
  readonly rest: () => void;
  readonly end: () => Promise<void>;
}

export async function startWatchdog(): Promise<Watchdog> {
  const worker = new Worker(new URL('watchdog-worker.ts', import.meta.url), {
    workerData: TIMEOUT_MS,
  });
  await once(worker, 'online');
  return {
    watch: (seed) => worker.postMessage(seed),
    rest: () => worker.postMessage(undefined),
    end: async () => void (await worker.terminate()),
  };
}
