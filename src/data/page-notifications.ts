import type { PushText } from '../../model/protocol/push.ts';

/**
 * Shows a notification of the browser from an open page, where the person has allowed them; a click on it is handled as
 * that on a push. Tabs that show the same one replace each other's by its tag.
 */
export async function notifyFromPage(text: PushText): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  await registration.showNotification(text.title, {
    body: text.body,
    tag: text.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-48.png',
    data: text,
  });
}
