/** State of the service worker as the page knows it. */
export interface ShellStatus {
  /** True when the app shell is on the device and controls this page, so that the app opens offline. */
  readonly offlineReady: boolean;
  /** True when a newer version is installed and waits for the person's confirmation. */
  readonly updateReady: boolean;
  /** True while the browser offers to install the app. */
  readonly installable: boolean;
}

export interface Shell {
  /** Same reference until something changes, as useSyncExternalStore requires. */
  readonly status: () => ShellStatus;
  /** Calls the listener after each change; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Activates the new version and reloads this page. Does nothing without a new version. */
  readonly applyUpdate: () => void;
  /** Opens the browser's question whether to install the app. Does nothing while it is not offered. */
  readonly install: () => void;
}

/** Browser APIs that the module uses. */
interface Surroundings {
  readonly container: ServiceWorkerContainer | undefined;
  readonly reload: () => void;
  /** Target of the browser's events about an installation of the app. */
  readonly installs?: EventTarget;
  /** Calls back once after the delay. */
  readonly after: (milliseconds: number, callback: () => void) => void;
}

/** Service worker of this page; without service workers (development, a private window) both states stay false. */
export function openShell(surroundings: Surroundings): Shell {
  const listeners = new Set<() => void>();
  const { container, reload, installs } = surroundings;
  let current: ShellStatus = { offlineReady: false, updateReady: false, installable: false };
  let offer: Event | undefined;
  let waiting: ServiceWorker | undefined;
  let agreed = false;

  const update = (change: Partial<ShellStatus>): void => {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  };

  installs?.addEventListener('beforeinstallprompt', (event) => {
    // The app asks where it fits, not the browser over the page.
    event.preventDefault();
    offer = event;
    update({ installable: true });
  });
  installs?.addEventListener('appinstalled', () => update({ installable: false }));

  if (container !== undefined) {
    let controlled = container.controller !== null;
    if (controlled) update({ offlineReady: true });
    container.addEventListener('controllerchange', () => {
      if (agreed) reload();
      // Another tab has activated the new version: this page runs the old one until its person reloads.
      else update({ offlineReady: true, updateReady: controlled });
      controlled = true;
    });
    void watch(container, surroundings.after, (worker) => {
      waiting = worker;
      update({ updateReady: true });
    });
  }

  return {
    install: () => {
      const prompt: unknown = offer && Reflect.get(offer, 'prompt');
      if (typeof prompt === 'function') Reflect.apply(prompt, offer, []);
      // An offer can be used once.
      offer = undefined;
      update({ installable: false });
    },
    status: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    applyUpdate: () => {
      if (!current.updateReady) return;
      agreed = true;
      if (waiting?.state === 'installed') waiting.postMessage({ type: 'activate-update' });
      else reload();
    },
  };
}

/** Browser implementation; call it once, when the app starts. */
export function browserShell(): Shell {
  return openShell({
    container:
      import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    reload: () => location.reload(),
    installs: window,
    after: (milliseconds, callback) => {
      setTimeout(callback, milliseconds);
    },
  });
}

const HOUR = 60 * 60 * 1000;
/** First delay before a failed first installation is tried again; it doubles up to an hour. Milliseconds. */
const FIRST_RETRY = 2_000;

/** Registers the worker and reports each version that is installed and waits behind an active one. */
async function watch(
  container: ServiceWorkerContainer,
  after: Surroundings['after'],
  found: (worker: ServiceWorker) => void,
): Promise<void> {
  const registration = await firstRegistration(container, after);
  if (registration === undefined) return;
  const report = (): void => {
    if (registration.waiting !== null && container.controller !== null) found(registration.waiting);
  };
  report();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', report);
  });
  const askForNewer = (): void => {
    registration.update().catch(() => undefined); // offline; the next hourly check asks again
    after(HOUR, askForNewer);
  };
  after(HOUR, askForNewer);
  // A page whose load began before the first installation ended was not claimed by the worker, nor was one
  // loaded past the cache: offline it could load no further code.
  const { active } = await container.ready;
  if (container.controller === null) active?.postMessage({ type: 'claim' });
}

/**
 * Registration once one of its workers is installed. On an unstable network a single missing file of the
 * shell fails the installation, and the browser by itself tries again only at the next page load.
 */
async function firstRegistration(
  container: ServiceWorkerContainer,
  after: Surroundings['after'],
): Promise<ServiceWorkerRegistration | undefined> {
  for (let wait = FIRST_RETRY; ; wait = Math.min(wait * 2, HOUR)) {
    try {
      const registration = await container.register('/sw.js', { updateViaCache: 'none' });
      if (await installed(registration)) return registration;
    } catch (error) {
      // The browser does not allow a worker here: the app works as a plain page.
      if (error instanceof DOMException && error.name !== 'AbortError') return undefined;
    }
    await new Promise<void>((resolve) => after(wait, resolve));
  }
}

/** Waits for a running installation; true when a worker is installed. */
function installed({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing === null || active !== null) return Promise.resolve((waiting ?? active) !== null);
  return new Promise((resolve) => {
    const check = (): void => {
      if (installing.state !== 'installing') resolve(installing.state !== 'redundant');
    };
    installing.addEventListener('statechange', check);
    check();
  });
}
