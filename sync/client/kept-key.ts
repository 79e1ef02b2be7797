import { type KeyMessage, type KeyReturn, readKeyReturn } from '../../model/protocol/device-key.ts';
import { requestKey } from '../store/device-key.ts';

/** Session storage name of this tab's id, which survives reloads and is not secret. */
const TAB = 'cairn-tab';
/**
 * Milliseconds between renewals by an open page; the key is kept for twice as long, because the page's process may
 * crash.
 */
const EVERY = 10_000;
/** Longest duration of a reload in milliseconds. */
const RELOADED_WITHIN = 10_000;
const ANSWER_WITHIN = 5_000;
/** Requests without an answer of the service worker after which the search ends without a result. */
const SILENCES = 4;
const AGAIN = 300;

/**
 * Key from another page of this browser, or from the service worker after a reload of this tab; undefined when nobody
 * holds it. Waits for a tab that may be reloading, because stored data is deleted without its key. Rejects when the
 * service worker does not answer: it may have the key.
 */
export async function findKey(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const ask = () => askServiceWorker({ type: 'key-return', keyId, tab: tabName() });
  // After a reload the service worker has the key, and the request to other pages waits for half a second.
  const first = await ask();
  if (first !== 'silent' && first.key !== null) return first.key;
  let silences = first === 'silent' ? 1 : 0;
  for (;;) {
    const found = await requestKey(keyId);
    if (found !== undefined) return found;
    const kept = await ask();
    if (kept === 'silent') {
      silences += 1;
      if (silences >= SILENCES) throw new Error('The service worker does not answer');
      continue;
    }
    if (kept.key !== null) return kept.key;
    if (!kept.isKept) return undefined;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Leaves the key with the service worker for reloads of this tab; returns the function that stops this. */
export function keepThroughReloads(keyId: string, key: Uint8Array<ArrayBuffer>): () => void {
  let worker: ServiceWorker | null = null;
  const tab = tabName();
  // A new version may have replaced the worker that was found last, and keeps the keys of reloads from then on.
  const notify = (message: KeyMessage) => {
    const controller = navigator.serviceWorker?.controller ?? null;
    for (const one of new Set([controller, worker])) one?.postMessage(message);
  };
  const keep = (keepFor: number) => notify({ type: 'key-keep', keyId, tab, key, keepFor });
  const beat = () => {
    void activeWorker()
      .catch(() => undefined)
      .then((active) => {
        worker = active ?? null;
        keep(2 * EVERY);
      });
  };
  // A page that is being closed cannot wait.
  const go = () => keep(RELOADED_WITHIN);
  const timer = setInterval(beat, EVERY);
  window.addEventListener('pagehide', go);
  // The first worker may still be installing, and a new version does not have the key.
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('controllerchange', beat);
    void navigator.serviceWorker.ready.then(beat);
  }
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', go);
    navigator.serviceWorker?.removeEventListener('controllerchange', beat);
    notify({ type: 'key-forget', keyId });
  };
}

function tabName(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}

async function askServiceWorker(message: KeyMessage): Promise<KeyReturn | 'silent'> {
  const worker = await activeWorker().catch((): 'silent' => 'silent');
  if (worker === 'silent') return worker;
  // Nothing can have kept the key.
  if (worker === undefined) return { key: null, isKept: false };
  const { port1, port2 } = new MessageChannel();
  return new Promise<KeyReturn | 'silent'>((resolve) => {
    const timer = setTimeout(() => resolve('silent'), ANSWER_WITHIN);
    port1.addEventListener('message', ({ data }: MessageEvent) => {
      clearTimeout(timer);
      resolve(readKeyReturn(data) ?? 'silent');
    });
    port1.start();
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}

/** Development and insecure origins have no service worker: there a reload loses the key. */
async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ?? undefined;
}
