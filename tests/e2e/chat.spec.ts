/**
 * Chat on several devices through every fault of a network; delivery marks never claim more than is
 * true.
 */
import type { Locator, Page } from '@playwright/test';
import { choose, expectPill, signIn } from './support/app.ts';
import { freeze, rendererIds } from './support/frozen-tab.ts';
import { expectOk, type RestPeer, signInByRest, userOf } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';
import { resizeTo } from './support/viewport.ts';

/** The mark of a message that both other members have seen. */
const BOTH = /^Seen by (Ben Moor|Cleo Marsh) and 1 other$/;

test('three people in a channel created offline: through every fault each message arrives once and in order', async ({
  browser,
  newDevice,
  organization,
  server,
}) => {
  test.slow();
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const cleo = await organization.addPerson('Cleo Marsh', 'Member');
  const [office, hut] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(hut.page, ben.person);
  const ashore = await rendererIds(browser);
  const boat = await newDevice();
  await signIn(boat.page, cleo.person);
  const pages = [office.page, hut.page, boat.page];

  await test.step('a channel created offline gets its address when the network returns', async () => {
    await openChat(office.page);
    office.network.cut();
    await office.page.getByRole('button', { name: 'Create New Group' }).click();
    const panel = office.page.getByRole('dialog', { name: 'Create New Group' });
    await panel.getByLabel('Group Name').fill('North ridge');
    await choose(panel, 'Members', 'Ben Moor');
    await office.page.getByRole('option', { name: 'Cleo Marsh' }).click();
    await expect(panel.getByText('2 selected')).toBeVisible();
    await office.page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Create Group' }).click();
    await send(office.page, 'Meet at the ford');
    office.network.heal();
    await expect(office.page).toHaveURL(/\/chat\/group\/\d+$/);
    for (const page of [hut.page, boat.page]) {
      await openChat(page);
      await page.getByRole('link', { name: /North ridge/ }).click();
      await expect(said(page)).toHaveText(['Meet at the ford']);
    }
  });

  await test.step('one device is disconnected, one is slow, one receives no responses', async () => {
    hut.network.cut();
    office.network.delay(150);
    boat.network.dropReplies({ matching: (text) => text.startsWith('POST /rest/sync/push') });
    await send(hut.page, 'Ben 1');
    await send(boat.page, 'Cleo 1');
    await send(office.page, 'Ada 1');
    await send(boat.page, 'Cleo 2');
    await send(hut.page, 'Ben 2');
    await expect(eye(hut.page, 'Ben 2')).toHaveAccessibleName('On this device');
    await expect(said(boat.page)).toContainText(['Ada 1']);
    // Mutations without a response are sent again, at least once.
    await expect.poll(() => boat.network.counts().repliesDropped).toBeGreaterThanOrEqual(2);
    for (const { network } of [office, hut, boat]) network.heal();
  });

  await test.step('the server is killed while they write, and restarts', async () => {
    await send(office.page, 'Ada 2');
    await server.kill();
    await send(hut.page, 'Ben 3');
    await send(boat.page, 'Cleo 3');
    await expect(eye(hut.page, 'Ben 3')).toHaveAccessibleName('On this device');
    await server.start();
    for (const page of pages) await expectPill(page, 'Up to date');
  });

  await expect(eye(office.page, 'Ada 2')).toHaveAccessibleName(BOTH);

  await test.step('a frozen tab marks nothing as seen, and receives all messages when it resumes', async () => {
    const afloat = (await rendererIds(browser)).filter((id) => !ashore.includes(id));
    const thaw = freeze(afloat);
    let isAwake = false;
    const awake = boat.page.evaluate(() => undefined).then(() => (isAwake = true));
    try {
      await send(office.page, 'Ada 3');
      await expect(said(hut.page).last()).toHaveText('Ada 3');
      await send(hut.page, 'Ben 4');
      await expect(said(office.page).last()).toHaveText('Ben 4');
      await send(office.page, 'Ada 4');
      await expect(eye(office.page, 'Ada 4')).toHaveAccessibleName('Seen by Ben Moor');
      await eye(office.page, 'Ada 4').click();
      const people = office.page.getByRole('dialog', { name: 'Who has received this message' });
      await expect(people.getByRole('list', { name: 'Seen by' })).toHaveText('Ben Moor');
      await expect(people.getByRole('list', { name: 'Not seen yet by' })).toHaveText('Cleo Marsh');
      await office.page.keyboard.press('Escape');
      await expect(people).toHaveCount(0);
      expect(isAwake, 'the tab stands still').toBe(false);
    } finally {
      thaw();
    }
    await awake;
    await expect(said(boat.page).last()).toHaveText('Ada 4');
    await expect(eye(office.page, 'Ada 4')).toHaveAccessibleName(BOTH);
  });

  const peer = await signInByRest(server.url, founder.person);
  const number = new URL(office.page.url()).pathname.split('/').at(-1) ?? '';
  const stored = await messagesAt(peer, `api/group-messages/${number}/`);
  expect(stored.toSorted(), 'each message once, none lost').toEqual(
    [
      ['Ada 1', 'Ada 2', 'Ada 3', 'Ada 4'],
      ['Ben 1', 'Ben 2', 'Ben 3', 'Ben 4'],
      ['Cleo 1', 'Cleo 2', 'Cleo 3', 'Meet at the ford'],
    ].flat(),
  );
  for (const author of ['Ada', 'Ben', 'Cleo']) {
    const own = stored.filter((text) => text.startsWith(author));
    expect(own, `in the order ${author} wrote them`).toEqual(own.toSorted());
  }
  for (const page of pages) await expect(said(page)).toHaveText(stored);

  await test.step('a removed member loses the channel on the open screen', async () => {
    await office.page.getByRole('button', { name: 'Add Team Member' }).click();
    await office.page.getByRole('button', { name: 'Remove Ben Moor' }).click();
    await expect(hut.page.getByText('There is no such channel')).toBeVisible();
    await expect(hut.page.getByRole('link', { name: /North ridge/ })).toHaveCount(0);
  });
});

test('messages written offline are sent once and in order from any screen, and count as seen only after they were displayed', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  await write(founder, ben, ['Are you up there?', 'It rains here']);
  const phone = { viewport: { width: 390, height: 520 } };
  const [hut, pocket, office] = [await newDevice(phone), await newDevice(), await newDevice()];
  await signIn(hut.page, ben.person);
  await signIn(pocket.page, ben.person);

  await test.step('opening a notification removes it, on the other device too', async () => {
    await expect(bell(pocket.page)).toHaveAccessibleName('Notifications, 2 unread');
    await bell(hut.page).click();
    await hut.page.getByRole('button', { name: /Ada Field.*2 new messages/ }).click();
    await expect(said(hut.page)).toHaveText(['Are you up there?', 'It rains here']);
    await expect(bell(hut.page)).toHaveAccessibleName('Notifications');
    await expect(bell(pocket.page)).toHaveAccessibleName('Notifications');
  });

  const words = ['Dry up here', 'We begin with the ford', 'Back on Friday'];
  await test.step('without a network', async () => {
    hut.network.cut();
    for (const text of words) await send(hut.page, text);
    await expect(said(hut.page)).toHaveText(['Are you up there?', 'It rains here', ...words]);
    await expect(eye(hut.page, 'Back on Friday')).toHaveAccessibleName('On this device');
    await hut.page.reload();
    await expect(eye(hut.page, 'Back on Friday')).toHaveAccessibleName('On this device');
    // The conversation is closed when the network returns.
    await hut.page.getByRole('link', { name: 'Home', exact: true }).first().click();
    hut.network.heal();
    await expectPill(hut.page, 'Up to date');
  });

  const stored = await messagesAt(founder, `api/messages/${await userOf(founder, 'Ben Moor')}/`);
  expect(stored).toEqual(['Are you up there?', 'It rains here', ...words]);
  await hut.page.goBack();
  await expect(eye(hut.page, 'Back on Friday')).toHaveAccessibleName('At the server');

  // Delivered to Ada's device, then opened by Ada.
  await signIn(office.page, founder.person);
  await expect(eye(hut.page, 'Back on Friday')).toHaveAccessibleName("On Ada Field's device");
  await openChat(office.page);
  await office.page.getByRole('link', { name: /Ben Moor/ }).click();
  await expect(said(office.page).last()).toHaveText('Back on Friday');
  await expect(eye(hut.page, 'Back on Friday')).toHaveAccessibleName('Seen by Ada Field');

  await test.step('a reader of older messages is notified of new ones, and sees their own', async () => {
    await hut.page.getByRole('log').evaluate((node) => node.scrollTo({ top: 0 }));
    await expect(hut.page.getByRole('button', { name: 'Newest' })).toBeVisible();
    await send(office.page, 'Safe way home');
    await expect(hut.page.getByRole('button', { name: '1 new' })).toBeVisible();
    await send(hut.page, 'On my way');
    await expect(said(hut.page).last()).toHaveText('On my way');
    await expect(said(hut.page).last()).toBeInViewport();
    await expect(hut.page.getByRole('button', { name: '1 new' })).toHaveCount(0);
  });
});

test('a person who has sent their text is not shown as typing', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  await write(founder, ben, ['Are you up there?']);
  const [office, hut] = [await newDevice(), await newDevice()];
  for (const [{ page }, person, other] of [
    [office, founder.person, /Ben Moor/],
    [hut, ben.person, /Ada Field/],
  ] as const) {
    await signIn(page, person);
    await openChat(page);
    await page.getByRole('link', { name: other }).click();
    await expect(said(page)).toHaveText(['Are you up there?']);
  }
  // Before the timer, which would remove the line some seconds later.
  await office.page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    const without = (work: () => void, wait: number) => (wait === 4_500 ? 0 : later(work, wait));
    Object.assign(window, { setTimeout: without });
  });
  const typing = office.page.getByText('Ben Moor is typing…');
  const box = hut.page.getByLabel('Message', { exact: true });
  await expect(async () => {
    await box.press('x');
    await expect(typing).toBeVisible({ timeout: 2_500 });
  }).toPass();
  await box.press('Enter');
  await expect(said(office.page)).toHaveCount(2);
  await expect(typing).toHaveCount(0);
});

test('the navigation marks Chat while a conversation is open, on a phone too', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  await write(founder, ben, ['Are you up there?']);
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openChat(page);
  await page.getByRole('link', { name: /Ben Moor/ }).click();
  await expect(said(page)).toHaveCount(1);
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' });
  for (const width of [1280, 390]) {
    await resizeTo(page, { width, height: 740 });
    await expect(tab, `at ${width}`).toHaveAttribute('data-active', 'true');
  }
});

test('a person with Cairn open is marked in the list, and nobody is without a network', async ({
  newDevice,
  organization,
}) => {
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const field = await newDevice();
  await signIn(field.page, ben.person);
  const office = await newDevice();
  await signIn(office.page, organization.founder.person);
  await openChat(office.page);
  const entry = office.page.getByRole('link', { name: /Ben Moor/ });
  await expect(entry).toContainText('Online');
  await office.context.setOffline(true);
  await expect(entry).not.toContainText('Online');
  await field.page.goto('about:blank');
  await office.context.setOffline(false);
  await office.page.reload();
  await expect(entry).toBeVisible();
  await expect(entry).not.toContainText('Online');
});

test('with more unread messages than a new device downloads, the conversation opens at the first of them, and without a network at the oldest one on the device', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const texts = Array.from({ length: 120 }, (_, index) => `From the hut ${index + 1}`);
  await write(founder, ben, texts.slice(0, 3));
  const old = await newDevice();
  await signIn(old.page, ben.person);
  await openChat(old.page);
  await old.page.getByRole('link', { name: /Ada Field/ }).click();
  await expect(said(old.page).last()).toHaveText('From the hut 3');
  await expect(bell(old.page)).toHaveAccessibleName('Notifications');
  await expectPill(old.page, 'Up to date');
  await old.context.close();
  await write(founder, ben, texts.slice(3));

  const [near, cut] = [await newDevice(), await newDevice()];
  for (const { page } of [near, cut]) {
    await signIn(page, ben.person);
    await openChat(page);
    await expectPill(page, 'Up to date');
  }
  cut.network.cut();
  await cut.context.setOffline(true);
  await cut.page.getByRole('link', { name: /Ada Field/ }).click();
  await expect(cut.page.getByText(/^Earlier messages are not on this device/)).toBeInViewport();
  await expect(cut.page.getByText('From the hut 71', { exact: true })).toBeInViewport();
  await expect(cut.page.getByText('New', { exact: true })).toBeInViewport();
  // Messages that were never on the device are not seen.
  await expect(bell(cut.page)).not.toHaveAccessibleName('Notifications');

  await near.page.getByRole('link', { name: /Ada Field/ }).click();
  await expect(near.page.getByText('From the hut 4', { exact: true })).toBeInViewport();
  await expect(near.page.getByText('New', { exact: true })).toBeInViewport();
});

test('a message written before anybody else joined a channel is seen when a later member reads back to it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const made = await expectOk(founder.post('groups/create/', { name: 'Ridge', members: [] }));
  const group = made.body.data.id;
  const texts = Array.from({ length: 40 }, (_, index) => `Stone ${index + 1}`);
  for (const message of texts) await expectOk(founder.post('message/create/', { group, message }));
  const [office, hut] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await office.page.goto(`/chat/group/${group}`);
  await expect(eye(office.page, 'Stone 40')).toHaveAccessibleName('At the server');
  await expectOk(founder.patch(`groups/${group}/update/`, { add: [ben.person.orgUserId] }));
  await signIn(hut.page, ben.person);
  await openChat(hut.page);
  await hut.page.getByRole('link', { name: /Ridge/ }).click();
  await expect(eye(office.page, 'Stone 40')).toHaveAccessibleName('Seen by Ben Moor');
  await office.page.getByRole('log').evaluate((node) => node.scrollTo({ top: 0 }));
  await expect(eye(office.page, /Stone 1\D/)).toHaveAccessibleName('At the server');
  // Rows that are measured above the visible ones move the list down again: a reader goes on until the beginning.
  await expect(async () => {
    await hut.page.getByRole('log').evaluate((node) => node.scrollBy({ top: -300 }));
    await expect(said(hut.page).first()).not.toHaveText('');
    await expect(hut.page.getByText('The beginning')).toBeInViewport({ timeout: 300 });
  }).toPass();
  await expect(eye(office.page, /Stone 1\D/)).toHaveAccessibleName('Seen by Ben Moor');
});

/** Text of each message on screen, without its footer. */
function said(page: Page): Locator {
  return page.getByRole('log').locator('article p');
}

/** Delivery state of a person's own message. */
function eye(page: Page, text: string | RegExp): Locator {
  return page.getByRole('article').filter({ hasText: text }).locator('[data-receipt]');
}

function bell(page: Page): Locator {
  return page.getByRole('button', { name: /^Notifications/ });
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Direct Messages' })).toBeVisible();
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
}

async function write(from: RestPeer, to: RestPeer, texts: readonly string[]): Promise<void> {
  const user = await userOf(from, to.person.name);
  for (const message of texts) await expectOk(from.post('message/create/', { to: user, message }));
}

async function messagesAt(peer: RestPeer, path: string): Promise<readonly string[]> {
  const { body } = await expectOk(peer.get(path));
  return body.results.map((one: { message: string }) => one.message);
}
