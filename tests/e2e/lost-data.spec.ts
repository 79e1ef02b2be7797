/** The browser evicts Cairn's data: while the app is open, and between two visits. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectDownloaded, expectPill, fillSignIn, pill, signIn } from './support/app.ts';
import { addCard, signInToBoard } from './support/board.ts';
import { cardsOf, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import { addTodos, todosAtServer } from './support/todos.ts';

/**
 * Deletes the databases like DevTools and extensions. Resolves when they are deleted: every part of
 * Cairn has closed them.
 */
async function deleteDatabases(page: Page, which: RegExp): Promise<void> {
  await page.evaluate(async (pattern) => {
    const all = (await indexedDB.databases()).map(({ name = '' }) => name);
    const gone = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(new Error(`${name} is still here`));
      });
    await Promise.all(all.filter((name) => new RegExp(pattern).test(name)).map(gone));
  }, which.source);
}

function banner(page: Page, words: RegExp) {
  return page.getByRole('status').filter({ hasText: words });
}

test('deletion of an open account’s database is detected at once, and the data is downloaded again', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  await addTodos(page, 'sent');
  // The pill may still show the previous state.
  await expect.poll(() => todosAtServer(founder)).toEqual(['sent']);
  await expectPill(page, 'Up to date');
  network.cut();
  await addTodos(page, 'one', 'two');
  await expectPill(page, 'Offline, 2 waiting');
  await deleteDatabases(page, /^cairn-account/);
  await expectPill(page, 'Data lost, reload');
  await expect(banner(page, /2 changes had not been sent\. Reload/)).toBeVisible();
  await test.step('a write is refused now, with a reason', async () => {
    const panel = page.getByRole('dialog', { name: /^Todo/ });
    await panel.getByLabel('New task name').fill('three');
    await panel.getByLabel('New task name').press('Enter');
    await expect(page.getByText('Not saved: the browser has deleted')).toBeVisible();
    await expect(pill(page)).toContainText('Data lost, reload');
  });
  network.heal();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectPill(page, 'Up to date');
  await expect(page.getByText('and with them 2 unsent changes')).toBeVisible();
});

test('deletion of the open device’s database is detected at once, and the account stays', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  await addTodos(page, 'one');
  await deleteDatabases(page, /^cairn-device/);
  await expectPill(page, 'Data lost, reload');
  await expect(banner(page, /you may have to sign in again/)).toBeVisible();
  await addTodos(page, 'two');
  network.heal();
  await page.getByRole('button', { name: 'Reload' }).click();
  await fillSignIn(page, founder.person);
  await expectDownloaded(page);
  await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  for (const name of ['one', 'two']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
});

test('after an eviction between two visits the page shows how many changes had not been sent', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network, context } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  await addTodos(page, 'one', 'two');
  await expectPill(page, 'Offline, 2 waiting');
  const next = await evict(context, page);
  network.heal();
  await next.goto('/');
  await expectLoss(next, '2 changes had not been sent.');
  await fillSignIn(next, founder.person);
  await expectDownloaded(next);
  await expect(loss(next)).toBeVisible();
  await dismissLoss(next);
});

test("without the page's cookie, the server knows the number of unsent changes of an evicted origin", async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network, context } = await newDevice();
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await addTodos(page, 'unsent');
  await page.keyboard.press('Escape');
  await addCard(page, 'Sent');
  await expectPill(page, 'Offline, 2 waiting');
  await test.step('the card arrives and its response is lost, so the todo of the other stream stays unsent', async () => {
    network.dropReplies({ matching: (text) => text.startsWith('POST /rest/sync/push') });
    await expect
      .poll(async () => (await cardsOf(founder, project.id)).map(({ name }) => name))
      .toEqual(['To do', 'Sent']);
    network.cut();
  });
  const next = await evict(context, page);
  await context.clearCookies({ name: 'cairn_unsent' });
  network.heal();
  await next.goto('/');
  await test.step('another person on the device reads nothing', async () => {
    await expect(next.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(loss(next)).toHaveCount(0);
  });
  await fillSignIn(next, founder.person);
  await expectDownloaded(next);
  await expectLoss(next, '1 change had not been sent.');
  await dismissLoss(next);
});

/**
 * Closes the tab and clears everything but cookies, like a browser's eviction. Resolves with
 * another tab.
 */
async function evict(context: BrowserContext, page: Page): Promise<Page> {
  const origin = new URL(page.url()).origin;
  await page.close();
  const next = await context.newPage();
  const devtools = await context.newCDPSession(next);
  const storageTypes = 'file_systems,indexeddb,local_storage,cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  return next;
}

function loss(page: Page): Locator {
  return page.getByText('This device has lost its data;');
}

/** The message stays after a reload. */
async function expectLoss(page: Page, text: string): Promise<void> {
  const message = loss(page).filter({ hasText: text });
  await expect(message).toBeVisible();
  await page.reload();
  await expect(message).toBeVisible();
}

async function dismissLoss(page: Page): Promise<void> {
  await expectPill(page, 'Up to date');
  await page.getByRole('button', { name: 'Understood' }).click();
  await expect(loss(page)).toHaveCount(0);
  await page.reload();
  await expectPill(page, 'Up to date');
  await expect(loss(page)).toHaveCount(0);
}
