/** What the page knows of the shell that the service worker keeps on this device. */
export interface ShellStatus {
  /** The app opens without a network: the shell is on the device and this page is served from it. */
  readonly offlineReady: boolean;
  /** A newer version is on the device and waits for the person's word. */
  readonly updateReady: boolean;
}

export interface Shell {
  /** The same object until something changes, as useSyncExternalStore wants it. */
  readonly status: () => ShellStatus;
  /** Calls the listener after each change; the answer ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The person agreed: switches to the new version and reloads this page. Does nothing without one. */
  readonly applyUpdate: () => void;
}

/** The parts of the browser that this needs. */
interface Surroundings {
  readonly container: ServiceWorkerContainer | undefined;
  readonly reload: () => void;
  /** Calls back once, after so many milliseconds. */
  readonly after: (milliseconds: number, callback: () => void) => void;
}

/** The shell of this page; without service workers (development, a private window) both states stay false. */
export function openShell(surroundings: Surroundings): Shell {
  const listeners = new Set<() => void>();
  const { container, reload } = surroundings;
  let current: ShellStatus = { offlineReady: false, updateReady: false };
  let waiting: ServiceWorker | undefined;
  let agreed = false;

  const update = (change: Partial<ShellStatus>): void => {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  };

  if (container !== undefined) {
    let controlled = container.controller !== null;
    if (controlled) update({ offlineReady: true });
    container.addEventListener('controllerchange', () => {
      if (agreed) reload();
      // Another tab agreed: this one still runs the old version and reloads when its person says so.
      else update({ offlineReady: true, updateReady: controlled });
      controlled = true;
    });
    void watch(container, surroundings.after, (worker) => {
      waiting = worker;
      update({ updateReady: true });
    });
  }

  return {
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

/** The browser's own surroundings; call it once, when the app starts. */
export function browserShell(): Shell {
  return openShell({
    container:
      import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    reload: () => location.reload(),
    after: (milliseconds, callback) => {
      setTimeout(callback, milliseconds);
    },
  });
}

const HOUR = 60 * 60 * 1000;
/** A first installation that failed is tried again after this long, then twice as long, and so on up to the hour. */
const FIRST_RETRY = 2_000;

/** Registers the worker and reports each version that is installed and waits behind a running one. */
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
    registration.update().catch(() => undefined); // no network now; the next hour asks again
    after(HOUR, askForNewer);
  };
  after(HOUR, askForNewer);
  // A page that began to load while the first installation ended was missed by it, as is one that was loaded anew past
  // the cache: without a network it could open nothing that it has not loaded yet.
  const { active } = await container.ready;
  if (container.controller === null) active?.postMessage({ type: 'claim' });
}

/**
 * The registration, once a worker of it is installed. On a flaky network one file of the shell that does not come ends
 * the whole installation, and a browser by itself would try again only at the next page load.
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
      // The browser does not allow it here: the app works as a page.
      if (error instanceof DOMException && error.name !== 'AbortError') return undefined;
    }
    await new Promise<void>((resolve) => after(wait, resolve));
  }
}

/** Whether a worker stands at the end of the installation that may be under way. */
function installed({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing === null || active !== null) return Promise.resolve((waiting ?? active) !== null);
  return new Promise((resolve) => {
    const look = (): void => {
      if (installing.state !== 'installing') resolve(installing.state !== 'redundant');
    };
    installing.addEventListener('statechange', look);
    look();
  });
}
