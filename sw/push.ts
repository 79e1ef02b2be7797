import { readPush } from '../model/protocol/push.ts';
import { pushPass } from '../sync/worker/push-pass.ts';

/** The tag under which a tab asks for a `sync` event; sync/client/background-sync.ts says the same. */
const TAG = 'cairn-push';

/**
 * Where the browser has background sync: sends what waits when the network is back and no tab is open (ENG-5). And
 * pushes: shows what the server says, and opens the page it is about at a click.
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
  const words = readPush(text) ?? UNREADABLE;
  // Somebody who looks at Cairn sees the thing itself.
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

/** A push has to be shown whatever is in it. */
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

/** A mark on the app's icon where the platform has one; the app itself writes the number when it opens. */
async function badge(scope: ServiceWorkerGlobalScope): Promise<void> {
  const set: unknown = Reflect.get(scope.navigator, 'setAppBadge');
  if (typeof set !== 'function') return;
  const shown = await scope.registration.getNotifications();
  const done: unknown = Reflect.apply(set, scope.navigator, [shown.length]);
  if (done instanceof Promise) await done.catch(() => undefined);
}

/** In the tab that is open when there is one. */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const [tab] = await scope.clients.matchAll({ type: 'window' });
  if (tab === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  // Told to the page, which goes there without loading anew; see src/data/opened-by-push.ts.
  tab.postMessage({ type: 'open', path });
  // Refused where the browser saw no click of a person; the page is there all the same.
  await tab.focus().catch(() => undefined);
}
