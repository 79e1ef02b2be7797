import { type KeyMessage, type KeyReturn, readKeyMessage } from '../model/protocol/device-key.ts';

interface Kept {
  readonly key: Uint8Array<ArrayBuffer>;
  /** Time until which each tab may get the key back, in milliseconds by this machine's clock. */
  readonly tabs: Map<string, number>;
}

/**
 * Keeps the key of a shared computer in memory while its tab reloads: a page loses its memory, and the key must never
 * be on the disk. Only the tab that gave the key gets it back, and only for seconds. The key is lost with the browser's
 * process.
 */
export function installDeviceKey(scope: ServiceWorkerGlobalScope): void {
  const kept = new Map<string, Kept>();
  const sweep = () => {
    const now = Date.now();
    for (const [keyId, { tabs }] of kept) {
      for (const [tab, until] of tabs) if (until <= now) tabs.delete(tab);
      if (tabs.size === 0) kept.delete(keyId);
    }
  };
  const handle = (message: KeyMessage): KeyReturn | number => {
    sweep();
    const known = kept.get(message.keyId);
    switch (message.type) {
      case 'key-keep': {
        const tabs = known?.tabs ?? new Map<string, number>();
        kept.set(message.keyId, { key: message.key, tabs });
        tabs.set(message.tab, Date.now() + message.keepFor);
        return message.keepFor;
      }
      case 'key-return': {
        const isOwn = known?.tabs.has(message.tab) === true;
        return { key: isOwn ? known.key : null, isKept: known !== undefined };
      }
      case 'key-forget':
        kept.delete(message.keyId);
        return 0;
    }
  };
  scope.addEventListener('message', (event) => {
    const message = readKeyMessage(event.data);
    if (message === undefined) return;
    const answer = handle(message);
    // The browser ends an idle worker after seconds, and the key is lost with it.
    if (typeof answer === 'number') event.waitUntil(after(answer).then(sweep));
    else event.ports[0]?.postMessage(answer);
  });
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
