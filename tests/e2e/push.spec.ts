/**
 * Notifications of the operating system. Only the full browser shows them; its headless shell does
 * not.
 */
import type { Page } from '@playwright/test';
import { expectPill, signIn } from './support/app.ts';
import { WHOLE_BROWSER } from './support/browsers.ts';
import { userOf } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test.use(WHOLE_BROWSER);

test('a push is shown to a person who is not looking at the app, and a click on it opens its page', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const { page, context } = await newDevice();
  await context.grantPermissions(['notifications']);
  await signIn(page, ben.person);
  const id = await userOf(founder, 'Ada Field');
  const words = {
    title: 'Ada Field',
    body: 'Are you up there?',
    url: `/chat/chat-area/${id}`,
    tag: 'chat',
  };
  const deliver = await pushService(page);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('There is no service worker');
  const shown = () =>
    worker.evaluate(async () => {
      const all = await Reflect.get(globalThis, 'registration').getNotifications();
      return all.map((one: Notification) => `${one.title}: ${one.body}`);
    });
  // A person who looks at Cairn sees the change itself: this person has navigated away.
  await page.goto('about:blank');
  const open = () =>
    worker.evaluate(async () => {
      const all = await Reflect.get(globalThis, 'clients').matchAll({ includeUncontrolled: true });
      return all.filter(({ type }: { readonly type: string }) => type === 'window').length;
    });
  await expect.poll(open).toBe(0);
  await deliver(JSON.stringify(words));
  await expect.poll(shown).toEqual(['Ada Field: Are you up there?']);
  await page.goto('/home-view');
  await expectPill(page, 'Up to date');
  await worker.evaluate(async () => {
    const [notification] = await Reflect.get(globalThis, 'registration').getNotifications();
    const Made = Reflect.get(globalThis, 'NotificationEvent');
    globalThis.dispatchEvent(new Made('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(new RegExp(`/chat/chat-area/${id}$`));
  await expect(page.getByRole('heading', { name: 'Ada Field' })).toBeVisible();
  await expect.poll(shown).toEqual([]);
});

/** Delivers pushes to the app of this page like the browser's push service. */
async function pushService(page: Page): Promise<(data: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}
