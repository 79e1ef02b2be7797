/**
 * Starts the worker. It imports nothing statically: Chromium keeps the compiled code of what a worker imports dynamically,
 * and compiles the static imports of its first script at each start, some 30 ms of a core. Messages that arrive before
 * the worker listens wait.
 */
const early: MessageEvent[] = [];
const wait = (event: MessageEvent) => early.push(event);

addEventListener('message', wait);
import('./sync-main.ts').then(
  () => {
    removeEventListener('message', wait);
    for (const event of early) dispatchEvent(event);
  },
  // As an error of the worker, which the page sees at once.
  reportError,
);
