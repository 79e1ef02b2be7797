import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread of a watchdog: `workerData` is its timeout in milliseconds of processor time, and each message is the seed
 * that begins, or undefined when it has ended.
 */
const timeout = Number(workerData);
/** A schedule that waits uses no processor time; one on a busy machine uses little. */
const LONGEST = 12 * timeout;
const CHECK_MS = 1_000;

let running: { readonly seed: string; readonly since: number; readonly used: number } | undefined;
parentPort?.on('message', (seed: unknown) => {
  running =
    seed === undefined ? undefined : { seed: String(seed), since: performance.now(), used: used() };
});
setInterval(() => {
  if (running === undefined) return;
  const { seed, since } = running;
  if (used() - running.used < timeout && performance.now() - since < LONGEST) return;
  // The output of a worker passes through the thread that hangs.
  writeSync(2, `HANGS ${seed}\n`);
  process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);

/** Processor time of the process in milliseconds. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
