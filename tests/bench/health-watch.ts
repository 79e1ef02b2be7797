/**
 * Asks a server for its health until the parent disconnects, in a process of its own whose event loop nothing else
 * uses. Reports the longest response in milliseconds after each. Argument: the server's address.
 */
import { setTimeout as wait } from 'node:timers/promises';

const url = process.argv[2] ?? '';
let longest = 0;
let isOver = false;
process.once('disconnect', () => {
  isOver = true;
});
while (!isOver) {
  const start = performance.now();
  await (await fetch(`${url}/healthz`)).text();
  longest = Math.max(longest, performance.now() - start);
  process.send?.(longest);
  await wait(50);
}
