import { type KeyMessage, type KeyReturn, readKeyMessage } from '../model/protocol/device-key.ts';

interface Kept {
  readonly key: Uint8Array<ArrayBuffer>;
  /** Until when each tab may have it back, in milliseconds by this machine's clock. */
  readonly tabs: Map<string, number>;
}

/**
 * Keeps the key of a shared computer in memory while its tab is loaded anew: a page forgets it when it goes, and the disk
 * must never see it. Only the tab that gave it gets it back, and only for seconds. It goes with the browser's process.
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
  const take = (message: KeyMessage): KeyReturn | number => {
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
    const answer = take(message);
    // A worker that waits for nothing is ended by the browser after seconds, and the key with it.
    if (typeof answer === 'number') event.waitUntil(after(answer).then(sweep));
    else event.ports[0]?.postMessage(answer);
  });
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
