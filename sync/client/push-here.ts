/** Local storage name of the id of this browser's push registration (sessions spec, 7 `device_token`). */
export const TOKEN = 'message_token';

/** Ends pushes to this browser after the server has ended its session, and closes those on the screen. */
export async function forgetPushesHere(): Promise<void> {
  localStorage.removeItem(TOKEN);
  const registration = await unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

export async function unsubscribe(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
  return registration;
}
