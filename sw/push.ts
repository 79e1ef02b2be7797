import { pushCycle } from '../sync/worker/push-cycle.ts';

/** The tag under which a tab asks for a `sync` event; sync/client/background-sync.ts says the same. */
const TAG = 'cairn-push';

/** Where the browser has background sync: sends what waits when the network is back and no tab is open (ENG-5). */
export function installPush(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event: Event) => {
    if (event instanceof ExtendableEvent && Reflect.get(event, 'tag') === TAG) {
      event.waitUntil(pushCycle());
    }
  });
}
