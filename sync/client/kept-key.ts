import { type KeyMessage, readKeyReturn } from '../../model/protocol/device-key.ts';
import { requestKey } from '../store/device-key.ts';

/** Names this tab, through its reloads; nothing secret. */
const TAB = 'cairn-tab';
/** A page that is there says so this often, and its key is kept for twice as long: its process may crash. */
const EVERY = 10_000;
/** A reload is back sooner than this. */
const RELOADED_WITHIN = 10_000;
const ANSWER_WITHIN = 5_000;
const AGAIN = 300;

/**
 * The key from another page of this browser, or from the service worker after a reload of this tab. Undefined: nobody has
 * it any more. Where a tab may be loading anew, it is waited for, because what is stored is deleted without its key.
 */
export async function findKey(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (;;) {
    const found = await requestKey(keyId);
    if (found !== undefined) return found;
    const kept = await askServiceWorker({ type: 'key-return', keyId, tab: tabName() });
    if (kept?.key !== undefined && kept.key !== null) return kept.key;
    if (kept?.isKept !== true) return undefined;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Leaves the key with the service worker for the reloads of this tab. Returns how to stop. */
export function keepThroughReloads(keyId: string, key: Uint8Array<ArrayBuffer>): () => void {
  let worker: ServiceWorker | null = null;
  const tab = tabName();
  const keep = (keepFor: number) => notify(worker, { type: 'key-keep', keyId, tab, key, keepFor });
  const beat = () => {
    void activeWorker().then((active) => {
      worker = active ?? null;
      keep(2 * EVERY);
    });
  };
  // A page that goes waits for nothing.
  const go = () => keep(RELOADED_WITHIN);
  const timer = setInterval(beat, EVERY);
  window.addEventListener('pagehide', go);
  // A first worker may still be installed, and a newer one knows nothing.
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('controllerchange', beat);
    void navigator.serviceWorker.ready.then(beat);
  }
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', go);
    navigator.serviceWorker?.removeEventListener('controllerchange', beat);
    notify(worker, { type: 'key-forget', keyId });
  };
}

function tabName(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}

function notify(worker: ServiceWorker | null, message: KeyMessage): void {
  worker?.postMessage(message);
}

async function askServiceWorker(message: KeyMessage) {
  const worker = await activeWorker();
  if (worker === undefined) return undefined;
  const { port1, port2 } = new MessageChannel();
  return new Promise<ReturnType<typeof readKeyReturn>>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN);
    port1.addEventListener('message', ({ data }: MessageEvent) => {
      clearTimeout(timer);
      resolve(readKeyReturn(data));
    });
    port1.start();
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}

/** There is none in development, and where the origin is not secure: a reload forgets the key there. */
async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration?.active ?? undefined;
}
