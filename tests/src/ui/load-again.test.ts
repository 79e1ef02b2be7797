import { afterEach, expect, it, vi } from 'vitest';
import { loadAgain } from '../../../src/ui/load-again.ts';

const MESSAGES = [
  'Failed to fetch dynamically imported module: /assets/panel.js',
  'error loading dynamically imported module: /assets/panel.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/panel.css',
];

/** Load that fails with these messages, one after the other, and then succeeds. */
function failing(...messages: readonly string[]) {
  const left = [...messages];
  let attempts = 0;
  return {
    attempts: () => attempts,
    load: () => {
      attempts += 1;
      const message = left.shift();
      if (message === undefined) return Promise.resolve('loaded');
      return Promise.reject(new TypeError(message));
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

it('a module that could not be downloaded is loaded again, after longer and longer pauses', async () => {
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  const { load, attempts } = failing(...MESSAGES);
  const pauses: number[] = [];
  const pause = (milliseconds: number) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  expect(await loadAgain(load, pause)).toBe('loaded');
  expect(attempts()).toBe(MESSAGES.length + 1);
  expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
  expect(pauses).toHaveLength(MESSAGES.length);
});

it('without a network it waits until the network is back', async () => {
  const events = new EventTarget();
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const { load, attempts } = failing(MESSAGES[0] ?? '');
  const loaded = loadAgain(load);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(attempts()).toBe(1);
  events.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('loaded');
});

it('an error of the module itself is reported at once', async () => {
  const { load, attempts } = failing('x is not a function');
  await expect(loadAgain(load)).rejects.toThrow('x is not a function');
  expect(attempts()).toBe(1);
});
