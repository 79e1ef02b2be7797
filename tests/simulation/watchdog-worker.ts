import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread of a watchdog: `workerData` is its timeout in milliseconds, and each message is the seed that begins, or
 * undefined when it has ended.
 */
const timeout = Number(workerData);
let timer: NodeJS.Timeout | undefined;
parentPort?.on('message', (seed) => {
  clearTimeout(timer);
  if (seed === undefined) return;
  timer = setTimeout(() => {
    // The output of a worker passes through the thread that hangs.
    writeSync(2, `HANGS ${String(seed)}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, timeout);
});
