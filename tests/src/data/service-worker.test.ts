import { expect, it, vi } from 'vitest';
import { openShell } from '../../../src/data/service-worker.ts';

it('knows nothing and does nothing where there are no service workers', () => {
  const reload = vi.fn<() => void>();
  const shell = openShell({ container: undefined, reload, everyHour: () => undefined });
  expect(shell.status()).toEqual({ offlineReady: false, updateReady: false });
  shell.applyUpdate();
  expect(reload).not.toHaveBeenCalled();
});

it('is ready for offline use, without a word of an update, once the first installation takes over', async () => {
  const browser = setUp({ controlled: false });
  await browser.settled();
  expect(browser.shell.status()).toEqual({ offlineReady: false, updateReady: false });
  browser.takeOver();
  expect(browser.shell.status()).toEqual({ offlineReady: true, updateReady: false });
  expect(browser.reload).not.toHaveBeenCalled();
});

it('reports a version that waits, and switches and reloads only when the person agrees', async () => {
  const browser = setUp({ controlled: true });
  await browser.settled();
  const heard = vi.fn<() => void>();
  browser.shell.subscribe(heard);
  const worker = browser.install();
  expect(browser.shell.status().updateReady).toBe(true);
  expect(heard).toHaveBeenCalled();
  expect(worker.messages).toEqual([]);
  browser.shell.applyUpdate();
  expect(worker.messages).toEqual([{ type: 'activate-update' }]);
  expect(browser.reload).not.toHaveBeenCalled();
  browser.takeOver();
  expect(browser.reload).toHaveBeenCalledOnce();
});

it('does not reload a tab whose person has not agreed when another tab switches', async () => {
  const browser = setUp({ controlled: true });
  await browser.settled();
  browser.takeOver();
  expect(browser.reload).not.toHaveBeenCalled();
  expect(browser.shell.status().updateReady).toBe(true);
  browser.shell.applyUpdate();
  expect(browser.reload).toHaveBeenCalledOnce();
});

it('finds a version that was installed in an earlier visit', async () => {
  const browser = setUp({ controlled: true, waiting: true });
  await browser.settled();
  expect(browser.shell.status().updateReady).toBe(true);
});

it('stays an ordinary page where registration is refused', async () => {
  const browser = setUp({ controlled: false, refused: true });
  await browser.settled();
  expect(browser.shell.status()).toEqual({ offlineReady: false, updateReady: false });
});

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

/** A service worker container with the events of a browser, moved by hand. */
function setUp(options: { controlled: boolean; waiting?: boolean; refused?: boolean }) {
  const earlier = new FakeWorker();
  earlier.state = 'installed';
  const registration = Object.assign(new EventTarget(), {
    installing: fakeOrNull(undefined),
    waiting: fakeOrNull(options.waiting === true ? earlier : undefined),
    update: () => Promise.resolve(),
  });
  const container = Object.assign(new EventTarget(), {
    controller: options.controlled ? new FakeWorker() : null,
    register: () =>
      options.refused === true
        ? Promise.reject(new Error('refused'))
        : Promise.resolve(registration),
  });
  const reload = vi.fn<() => void>();
  const shell = openShell({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the parts of a browser's container that are used
    container: container as unknown as ServiceWorkerContainer,
    reload,
    everyHour: () => undefined,
  });
  return {
    shell,
    reload,
    settled: () => new Promise((resolve) => setTimeout(resolve, 0)),
    takeOver: () => {
      container.controller = new FakeWorker();
      container.dispatchEvent(new Event('controllerchange'));
    },
    install: () => {
      const worker = new FakeWorker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      worker.state = 'installed';
      registration.installing = null;
      registration.waiting = worker;
      worker.dispatchEvent(new Event('statechange'));
      return worker;
    },
  };
}

function fakeOrNull(worker: FakeWorker | undefined): FakeWorker | null {
  return worker ?? null;
}
