import { readPush } from '../model/protocol/push.ts';
import { isLocked } from './device-rows.ts';
import { pushPass } from '../sync/worker/push-pass.ts';

/** Tag of the `sync` event that a tab requests; the same as in sync/client/background-sync.ts. */
const TAG = 'cairn-push';

/**
 * With background sync: sends pending mutations when the network returns and no tab is open (ENG-5). Also shows pushes,
 * and opens the page of a push at a click.
 */
export function installPush(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event: Event) => {
    if (event instanceof ExtendableEvent && Reflect.get(event, 'tag') === TAG) {
      event.waitUntil(pushPass());
    }
  });
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(scope, event.data?.text()));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const words = readPush(event.notification.data) ?? UNREADABLE;
    event.waitUntil(open(scope, words.url));
  });
}

async function show(scope: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  // The browser stores what it shows: behind a passphrase that is not the text of a message.
  const words = (await isLocked()) ? UNREADABLE : (readPush(text) ?? UNREADABLE);
  // A person with Cairn in view needs no notification.
  if (await isVisible(scope)) return;
  await scope.registration.showNotification(words.title, {
    body: words.body,
    tag: words.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-48.png',
    data: words,
  });
  await badge(scope);
}

/** A push has to be shown even if it cannot be parsed. */
const UNREADABLE = {
  title: 'Cairn',
  body: 'There is something new',
  url: '/home-view',
  tag: 'news',
};

async function isVisible(scope: ServiceWorkerGlobalScope): Promise<boolean> {
  const windows = await scope.clients.matchAll({ type: 'window' });
  return windows.some((one) => one.focused && one.visibilityState === 'visible');
}

/** Sets a badge on the app's icon where the platform supports it; the app itself sets the number when it opens. */
async function badge(scope: ServiceWorkerGlobalScope): Promise<void> {
  const set: unknown = Reflect.get(scope.navigator, 'setAppBadge');
  if (typeof set !== 'function') return;
  const shown = await scope.registration.getNotifications();
  const done: unknown = Reflect.apply(set, scope.navigator, [shown.length]);
  if (done instanceof Promise) await done.catch(() => undefined);
}

/** Uses an open tab if there is one. */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const [tab] = await scope.clients.matchAll({ type: 'window' });
  if (tab === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  // The page navigates without reloading; see src/data/push-navigation.ts.
  tab.postMessage({ type: 'open', path });
  // The browser rejects `focus` without a click; the page is open nevertheless.
  await tab.focus().catch(() => undefined);
}
