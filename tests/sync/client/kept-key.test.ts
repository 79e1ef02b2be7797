import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findKey, keepThroughReloads } from '../../../sync/client/kept-key.ts';
import { newDeviceKey } from '../../../sync/store/device-key.ts';
import { memoryJournal } from '../support/kept-store.ts';

const { keyId, key } = newDeviceKey();

describe('the key of a shared computer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.stubGlobal('sessionStorage', memoryJournal());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A service worker that answers after this number of requests. */
  function serviceWorker(silences: number, answer: object): { readonly asked: () => number } {
    let asked = 0;
    const active = {
      postMessage: (_message: object, [port]: readonly MessagePort[]) => {
        asked += 1;
        if (asked > silences) port?.postMessage(answer);
      },
    };
    const registered = { getRegistration: async () => ({ active }) };
    vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: registered });
    return { asked: () => asked };
  }
  async function find(): Promise<unknown> {
    let found: unknown = 'running';
    const finding = findKey(keyId).then(
      (value) => (found = value),
      () => (found = 'no answer'),
    );
    while (found === 'running') {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await finding;
    return found;
  }

  it('[CLIENT-1.5] is got from a service worker that answers late', async () => {
    serviceWorker(2, { key, isKept: true });
    expect(await find()).toEqual(key);
  });

  it('[CLIENT-1.5] is not held by anybody when the service worker says so', async () => {
    serviceWorker(1, { key: null, isKept: false });
    expect(await find()).toBeUndefined();
  });

  it('[CLIENT-1.5] may still be held when the service worker stays silent', async () => {
    const { asked } = serviceWorker(Infinity, {});
    expect(await find()).toBe('no answer');
    expect(asked()).toBeLessThan(10);
  });

  it('[CLIENT-1.5] is given to the service worker that has just replaced another one', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const got: string[] = [];
    const worker = (name: string) => ({ postMessage: () => void got.push(name) });
    const [older, newer] = [worker('older'), worker('newer')];
    const found = Promise.withResolvers<{ readonly active: typeof newer }>();
    let isReplaced = false;
    const serviceWorkers = Object.assign(new EventTarget(), {
      getRegistration: () => (isReplaced ? found.promise : Promise.resolve({ active: older })),
      ready: Promise.resolve(),
      controller: older,
    });
    vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: serviceWorkers });
    const stop = keepThroughReloads(keyId, key);
    await vi.waitFor(() => expect(got).toContain('older'));
    isReplaced = true;
    serviceWorkers.controller = newer;
    serviceWorkers.dispatchEvent(new Event('controllerchange'));
    // The page is loaded again at once.
    page.dispatchEvent(new Event('pagehide'));
    expect(got).toContain('newer');
    stop();
  });
});
