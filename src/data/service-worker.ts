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
  /** Calls back when it is time to ask the server for a newer version. */
  readonly everyHour: (callback: () => void) => void;
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
    void watch(container, surroundings.everyHour, (worker) => {
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
    everyHour: (callback) => {
      setInterval(callback, 60 * 60 * 1000);
    },
  });
}

/** Registers the worker and reports each version that is installed and waits behind a running one. */
async function watch(
  container: ServiceWorkerContainer,
  everyHour: (callback: () => void) => void,
  found: (worker: ServiceWorker) => void,
): Promise<void> {
  const registration = await register(container);
  if (registration === undefined) return;
  const report = (): void => {
    if (registration.waiting !== null && container.controller !== null) found(registration.waiting);
  };
  report();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', report);
  });
  everyHour(() => {
    registration.update().catch(() => undefined); // no network now; the next hour asks again
  });
}

async function register(
  container: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await container.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    return undefined; // the browser does not allow it here; the app works as a page
  }
}
