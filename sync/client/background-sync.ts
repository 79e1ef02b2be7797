/** Tag of the `sync` event that the service worker listens for (sw/push.ts). */
const TAG = 'cairn-push';

/**
 * Requests a `sync` event for the service worker when the network returns (ENG-5). Browsers without background sync
 * ignore the request; there the next open tab sends.
 */
export async function askForBackgroundSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const sync: unknown = registration === undefined ? undefined : Reflect.get(registration, 'sync');
  if (typeof sync !== 'object' || sync === null) return;
  const register: unknown = Reflect.get(sync, 'register');
  if (typeof register === 'function') await Reflect.apply(register, sync, [TAG]);
}
