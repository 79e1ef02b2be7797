/**
 * The session ends, people change on one device, a person signs out with unsent work: nothing is
 * lost or leaked.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import {
  expectDownloaded,
  expectPill,
  fillSignIn,
  noteCard,
  pill,
  signIn,
  signInAgain,
  signInAgainBanner,
  signOutFromMenu,
  writeNote,
} from './support/app.ts';
import { onDisk } from './support/disk.ts';
import { storedData } from './support/stored-data.ts';
import { addTask, openBoard, openTask, signInToBoard, tile, unsentMark } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { call, expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('when the session has ended the app asks in place, continues to work, and sends everything afterwards', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, context, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
  await endSessionOf(context, server.url);
  network.heal();

  const banner = signInAgainBanner(page);
  await expect(banner).toContainText('1 change is safe on this device');
  await expectPill(page, 'Sign in again');
  await addTask(page, 'To do', { name: 'Buy nails', assignee: 'Ada Field' });
  await page.reload();
  await expect(tile(page, 'Buy nails')).toBeVisible();
  await expect(banner).toContainText('2 changes are safe on this device');
  await signInAgain(page, { password: 'wrong password' });
  await expect(banner.getByRole('alert')).toBeVisible();
  await signInAgain(page, founder.person);

  await expect(banner).toHaveCount(0);
  await expectPill(page, 'Up to date');
  expect(await boardAtServer(founder, project.id)).toEqual([
    { card: 'To do', tasks: ['Bridge', 'Count the planks', 'Buy nails'] },
  ]);
});

test('another person on the same device sees nothing of the first one and cannot send their work', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
  await page.goto('/notes-view');
  await writeNote(page, { title: 'Secret', text: 'Only mine', newTag: 'own' });
  await signOutFromMenu(page);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Keep (it|them) locked on this device and sign out/ })
    .click();

  await test.step('the first person’s screens are closed, offline too', async () => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(/3 unsent changes of one person are locked/)).toBeVisible();
    await page.goto(project.path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  await test.step('only unsent work stays, without a name, and nothing of it is readable', async () => {
    await expect(page.getByText(/Ada|@example/)).toHaveCount(0);
    await expect.poll(() => onDisk(page, 'device', 'accounts')).not.toMatch(/Ada|@example|Paths/);
    await expect.poll(() => onDisk(page, 'account', 'tasks')).toBe('[]');
    expect(await onDisk(page, 'account', 'org_users')).toBe('[]');
    expect((await storedData(page)).text).not.toMatch(/Bridge|Count the planks|Secret|Only mine/);
  });

  network.heal();
  await test.step('the second person has a separate account', async () => {
    await fillSignIn(page, mia.person);
    await expectDownloaded(page);
    await page.goto('/notes-view');
    await expect(page.getByText('No notes available. Create your first note!')).toBeVisible();
    await page.goto(project.path);
    await expect(page.getByText('This board is not on this device')).toBeVisible();
    await expect(page.getByText('Count the planks')).toHaveCount(0);
    await expectPill(page, 'Up to date');
    expect(await notesOf(mia)).toEqual([]);
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge'] },
    ]);
    await signOutFromMenu(page);
  });

  await test.step('the first person signs in again, and their work is sent', async () => {
    await expect(page.getByText(/3 unsent changes of one person are locked/)).toBeVisible();
    await signIn(page, founder.person);
    expect(await notesOf(founder)).toEqual(['Secret']);
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
    ]);
    await page.goto('/notes-view');
    await expect(noteCard(page, 'Secret')).toBeVisible();
  });
});

test.describe('signing out with unsent work asks', () => {
  test('staying changes nothing, and a copy holds the text', async ({
    newDevice,
    organization,
  }) => {
    const { page } = await workUnsent(await newDevice(), organization.founder);
    await signOutFromMenu(page);
    const dialog = page.getByRole('alertdialog', { name: '2 changes have not been sent' });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download a copy' }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toContain('Nobody else knows this');
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(noteCard(page, 'Unsent')).toBeVisible();
    await expect(unsentMark(noteCard(page, 'Unsent'))).toHaveCount(1);
  });

  test('sending now sends everything and signs out', async ({ newDevice, organization }) => {
    const { founder } = organization;
    const { page, network } = await workUnsent(await newDevice(), founder);
    network.heal();
    await signOutFromMenu(page);
    const dialog = page.getByRole('alertdialog', { name: /have not been sent/ });
    const send = dialog.getByRole('button', { name: 'Send now and sign out' });
    // The network may have been faster: then there is no question.
    await expect(send.or(page.getByRole('heading', { name: 'Sign in' }))).toBeVisible();
    if (await send.isVisible()) await send.click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(/locked on this device/)).toHaveCount(0);
    expect(await notesOf(founder)).toEqual(['Unsent']);
  });

  test('sending without a network signs nobody out and shows that nothing is lost', async ({
    newDevice,
    organization,
  }) => {
    const { page, network } = await workUnsent(await newDevice(), organization.founder);
    await signOutFromMenu(page);
    await page.getByRole('button', { name: 'Send now and sign out' }).click();
    await expect(page.getByRole('alertdialog', { name: /^Sending \d changes$/ })).toBeVisible();
    const sorry = page.getByRole('alertdialog', { name: 'Nothing is lost' });
    await expect(sorry).toBeVisible({ timeout: 30_000 });
    await sorry.getByRole('button', { name: 'OK' }).click();
    await expect(noteCard(page, 'Unsent')).toBeVisible();
    await expect(pill(page)).toContainText('2 waiting');

    await test.step('a person who cancels stays signed in, also when the network returns', async () => {
      await signOutFromMenu(page);
      await page.getByRole('button', { name: 'Send now and sign out' }).click();
      const sending = page.getByRole('alertdialog', { name: /^Sending/ });
      await sending.getByRole('button', { name: 'Stay signed in' }).click();
      network.heal();
      await expectPill(page, 'Up to date');
      await expect(noteCard(page, 'Unsent')).toBeVisible();
    });
  });

  test('discarding asks once more and leaves nothing on the device', async ({
    newDevice,
    organization,
  }) => {
    const { founder } = organization;
    const { page, network } = await workUnsent(await newDevice(), founder);
    const shown = await page.evaluate(() => localStorage.getItem('cairn-shown') ?? '');
    expect(await storesOf(page)).toEqual([shown.split(' ')[1]]);
    await signOutFromMenu(page);
    await discard(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(/locked on this device/)).toHaveCount(0);
    // The page of a visitor is shown as soon as the deletion is recorded.
    await expect.poll(() => storesOf(page)).toEqual([]);
    // The same when the browser was killed before it removed the name of the store.
    await page.evaluate((name) => localStorage.setItem('cairn-shown', name), shown);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cairn-shown'))).toBeNull();
    expect(await storesOf(page)).toEqual([]);
    network.heal();
    await signIn(page, founder.person);
    await page.goto('/notes-view');
    await expect(page.getByText('No notes available. Create your first note!')).toBeVisible();
    expect(await notesOf(founder)).toEqual([]);
  });
});

test('a half-typed text is shown before a sign-out removes it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Bridge');
  await panel.getByRole('textbox', { name: 'Comment' }).fill('The third plank is');
  await page.goto('/notes-view');
  await signOutFromMenu(page);
  const dialog = page.getByRole('alertdialog', {
    name: '1 text that you typed has not been sent',
  });
  await expect(dialog).toContainText('“The third plank is”');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a copy' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('The third plank is');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await openBoard(page, project.path);
  const again = await openTask(page, 'Bridge');
  await expect(again.getByRole('textbox', { name: 'Comment' })).toHaveValue('The third plank is');
  await page.goto('/notes-view');
  await signOutFromMenu(page);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => storesOf(page)).toEqual([]);
});

test('discarded work stays discarded when the page is closed right after the sign-out', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { page, network, newTab } = await newDevice();
  await signIn(page, founder.person);
  await page.goto('/notes-view');
  await expect(page.getByText('No notes available. Create your first note!')).toBeVisible();
  // A dead spot: no refusal and no response.
  network.stall();
  await writeNote(page, { title: 'Unsent', text: 'Nobody else knows this', newTag: 'own' });
  await signOutFromMenu(page);
  await discard(page);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const later = await newTab();
  await page.close();
  network.heal();
  await later.goto('/');
  await expect.poll(() => storesOf(later)).toEqual([]);
  await signIn(later, founder.person);
  await later.goto('/notes-view');
  await expect(later.getByText('No notes available. Create your first note!')).toBeVisible();
  expect(await notesOf(founder)).toEqual([]);
});

/** Two changes that exist only on this device: a tag and a note with it. */
async function workUnsent<D extends { readonly page: Page; readonly network: { cut: () => void } }>(
  device: D,
  who: RestPeer,
): Promise<D> {
  await signIn(device.page, who.person);
  await device.page.goto('/notes-view');
  await expect(device.page.getByText('No notes available. Create your first note!')).toBeVisible();
  device.network.cut();
  await writeNote(device.page, {
    title: 'Unsent',
    text: 'Nobody else knows this',
    newTag: 'own',
  });
  return device;
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Discard (it|them) and sign out/ }).click();
  const sure = page.getByRole('alertdialog', { name: 'Discard for good?' });
  await sure.getByRole('button', { name: 'Discard' }).click();
}

/** The stores of accounts in this browser. */
async function storesOf(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ''),
  );
  return names.filter((name) => name.startsWith('cairn-account'));
}

/** Ends the session of a browser as its owner would from another device: the server deletes it. */
async function endSessionOf(context: BrowserContext, url: string): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  // The call below answers the same for a cookie of no session.
  await expectOk(call(url, { method: 'POST', path: 'api/session/token/', body: {}, cookie }));
  await expectOk(call(url, { method: 'POST', path: 'api/logout/', body: {}, cookie }));
}

async function notesOf(peer: RestPeer): Promise<readonly string[]> {
  const list = await expectOk(peer.get('note/list/'));
  return list.body.data.map((note: { title: string }) => note.title);
}
