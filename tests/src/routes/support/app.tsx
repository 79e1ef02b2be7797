/** The app on this page, at an address, over the local databases; there is no server. */
import { createRoot, type Root } from 'react-dom/client';
import { createClient } from '../../../../sync/client/index.ts';
import { App, appRouter } from '../../../../src/app.tsx';
import { openShell } from '../../../../src/data/service-worker.ts';
import { type Device, signInDevice } from './device.ts';
import type { Organization, Person } from './organization.ts';

interface LoadedApp {
  readonly root: Root;
  readonly endWorkers: () => void;
  readonly router: ReturnType<typeof appRouter>;
}

let loaded: LoadedApp | undefined;

const NativeWorker = globalThis.Worker;

/** Signs a person in on this device and loads the app at an address. */
export async function open(
  organization: Organization,
  path: string,
  person: Person = organization.founder,
): Promise<Device> {
  const device = await signInDevice(organization, person);
  await load(path);
  return device;
}

/** Loads the app at an address, like the browser's address bar: nothing of a former load is left but the data. */
export async function load(path: string): Promise<void> {
  await closeApp();
  history.replaceState(null, '', path);
  // Keys go to the app from the start, not to the page of the runner around it.
  window.focus();
  const endWorkers = followWorkers();
  const host = document.createElement('div');
  host.id = 'root';
  document.body.prepend(host);
  const client = createClient();
  const root = createRoot(host);
  const router = appRouter(client);
  const shell = openShell({
    container: undefined,
    reload: () => undefined,
    after: () => undefined,
  });
  root.render(<App client={client} shell={shell} router={router} />);
  loaded = { root, endWorkers, router };
}

/** Unloads the page of the app. */
export async function closeApp(): Promise<void> {
  if (loaded === undefined) return;
  const { root, endWorkers, router } = loaded;
  loaded = undefined;
  root.unmount();
  router.history.destroy();
  endWorkers();
  document.getElementById('root')?.remove();
  document.getElementById('overlays')?.replaceChildren();
}

/**
 * Returns the function that ends every worker from now on. It refuses further ones: the client of an unloaded page
 * goes on here, and would start another worker in place of the ended one.
 */
function followWorkers(): () => void {
  const workers: Worker[] = [];
  let isUnloaded = false;
  globalThis.Worker = class extends NativeWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      if (isUnloaded) throw new Error('The page of this worker is unloaded');
      super(url, options);
      workers.push(this);
    }
  };
  return () => {
    isUnloaded = true;
    for (const worker of workers) worker.terminate();
  };
}
