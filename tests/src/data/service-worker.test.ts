import { expect, it, vi } from 'vitest';
import { openShell } from '../../../src/data/service-worker.ts';

it('does nothing without service worker support', () => {
  const reload = vi.fn<() => void>();
  const shell = openShell({ container: undefined, reload, after: () => undefined });
  expect(shell.status()).toMatchObject({ offlineReady: false, updateReady: false });
  shell.applyUpdate();
  expect(reload).not.toHaveBeenCalled();
});

it('is ready for offline use, without offering an update, after the first installation takes control', async () => {
  const browser = setUp({ controlled: false });
  await browser.settled();
  expect(browser.shell.status()).toMatchObject({ offlineReady: false, updateReady: false });
  browser.takeOver();
  expect(browser.shell.status()).toMatchObject({ offlineReady: true, updateReady: false });
  expect(browser.reload).not.toHaveBeenCalled();
});

it('asks to be claimed when the first installation has missed this page', async () => {
  const browser = setUp({ controlled: false });
  await browser.settled();
  expect(browser.active()?.messages).toEqual([{ type: 'claim' }]);
  const served = setUp({ controlled: true });
  await served.settled();
  expect(served.active()?.messages).toEqual([]);
});

it('reports a waiting version, and switches and reloads only after confirmation', async () => {
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

it('does not reload a tab without confirmation when another tab switches', async () => {
  const browser = setUp({ controlled: true });
  await browser.settled();
  browser.takeOver();
  expect(browser.reload).not.toHaveBeenCalled();
  expect(browser.shell.status().updateReady).toBe(true);
  browser.shell.applyUpdate();
  expect(browser.reload).toHaveBeenCalledOnce();
});

it('finds a version that was installed during an earlier visit', async () => {
  const browser = setUp({ controlled: true, waiting: true });
  await browser.settled();
  expect(browser.shell.status().updateReady).toBe(true);
});

it('works as a plain page where registration is refused', async () => {
  const refused = new DOMException('Not here', 'SecurityError');
  const browser = setUp({ controlled: false, failures: [refused, refused] });
  await browser.settled();
  expect(browser.shell.status()).toMatchObject({ offlineReady: false, updateReady: false });
  expect(browser.waits).toEqual([]);
});

it('retries a failed first installation with growing delays', async () => {
  const cut = new TypeError('Failed to fetch');
  const browser = setUp({ controlled: false, failures: [cut, 'installing', cut] });
  await browser.settled();
  expect(browser.waits).toEqual([2_000]);
  await browser.timer();
  browser.fail();
  await browser.settled();
  expect(browser.waits).toEqual([2_000, 4_000]);
  await browser.timer();
  expect(browser.waits).toEqual([2_000, 4_000, 8_000]);
  await browser.timer();
  browser.takeOver();
  expect(browser.shell.status()).toMatchObject({ offlineReady: true, updateReady: false });
  const worker = browser.install();
  expect(worker.state).toBe('installed');
  expect(browser.shell.status().updateReady).toBe(true);
});

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

/**
 * Service worker container whose events the test fires. Each registration uses the next of `failures`: an
 * error, or a running installation; without one a worker is installed.
 */
function setUp(options: {
  controlled: boolean;
  waiting?: boolean;
  failures?: readonly (Error | 'installing')[];
}) {
  const earlier = new FakeWorker();
  earlier.state = 'installed';
  const failures = [...(options.failures ?? [])];
  const registration = Object.assign(new EventTarget(), {
    installing: fakeOrNull(undefined),
    waiting: fakeOrNull(options.waiting === true ? earlier : undefined),
    active: fakeOrNull(undefined),
    update: () => Promise.resolve(),
  });
  const container = Object.assign(new EventTarget(), {
    controller: options.controlled ? new FakeWorker() : null,
    register: () => {
      const failure = failures.shift();
      if (failure instanceof Error) return Promise.reject(failure);
      if (failure === undefined) registration.active = new FakeWorker();
      else registration.installing = new FakeWorker();
      return Promise.resolve(registration);
    },
  });
  const ready = { ready: Promise.resolve(registration) };
  const reload = vi.fn<() => void>();
  const waits: number[] = [];
  let due = (): void => undefined;
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  const shell = openShell({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only these parts of a container are used
    container: Object.assign(container, ready) as unknown as ServiceWorkerContainer,
    reload,
    after: (milliseconds, callback) => {
      if (milliseconds === 3_600_000) return;
      waits.push(milliseconds);
      due = callback;
    },
  });
  return {
    shell,
    reload,
    waits,
    settled,
    active: () => registration.active,
    timer: () => {
      due();
      return settled();
    },
    takeOver: () => {
      container.controller = new FakeWorker();
      container.dispatchEvent(new Event('controllerchange'));
    },
    /** Fails the running installation. */
    fail: () => {
      const worker = registration.installing;
      registration.installing = null;
      if (worker === null) return;
      worker.state = 'redundant';
      worker.dispatchEvent(new Event('statechange'));
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

it('the browser’s offer to install the app can be used once', () => {
  const installs = new EventTarget();
  const shell = openShell({
    container: undefined,
    reload: () => undefined,
    after: () => undefined,
    installs,
  });
  const prompt = vi.fn<() => void>();
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  expect(shell.status().installable).toBe(false);
  installs.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  expect(shell.status().installable).toBe(true);
  shell.install();
  shell.install();
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(shell.status().installable).toBe(false);
});
