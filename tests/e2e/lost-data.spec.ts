/** The browser takes Cairn's data away: while the app is open, and between two visits. */
import type { Page } from '@playwright/test';
import { expectPill, fillSignIn, pill, signIn } from './support/app.ts';
import { expect, test } from './support/scenario.ts';
import { addTodos, todosAtServer } from './support/todos.ts';

/** As DevTools and extensions do. Resolves when the databases are gone: every part of Cairn has let go of them. */
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

function taken(page: Page, words: RegExp) {
  return page.getByRole('status').filter({ hasText: words });
}

test('an account’s database that is deleted while it is open is missed at once, and downloaded again', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  await addTodos(page, 'sent');
  // The pill may still say what was true before.
  await expect.poll(() => todosAtServer(founder)).toEqual(['sent']);
  await expectPill(page, 'Up to date');
  network.cut();
  await addTodos(page, 'one', 'two');
  await expectPill(page, 'Offline, 2 waiting');
  await deleteDatabases(page, /^cairn-account/);
  await expectPill(page, 'Data lost, reload');
  await expect(taken(page, /2 changes had not been sent\. Reload/)).toBeVisible();
  await test.step('what is written now is refused, with a reason', async () => {
    const panel = page.getByRole('dialog', { name: /^Todo/ });
    await panel.getByLabel('New task name').fill('three');
    await panel.getByLabel('New task name').press('Enter');
    await expect(page.getByText('Not saved: the browser has taken')).toBeVisible();
    await expect(pill(page)).toContainText('Data lost, reload');
  });
  network.heal();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectPill(page, 'Up to date');
  await expect(page.getByText('and with them 2 unsent changes')).toBeVisible();
});

test('the device’s database that is deleted while it is open is missed at once, and the account stays', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  await addTodos(page, 'one');
  await deleteDatabases(page, /^cairn-device/);
  await expectPill(page, 'Data lost, reload');
  await expect(taken(page, /you may have to sign in again/)).toBeVisible();
  await addTodos(page, 'two');
  network.heal();
  await page.getByRole('button', { name: 'Reload' }).click();
  await fillSignIn(page, founder.person);
  await expectPill(page, 'Up to date');
  await page.getByRole('button', { name: 'Add a todo or a note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  for (const name of ['one', 'two']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
});

test('an origin whose data was thrown away between two visits says how much had not been sent', async ({
  newDevice,
  organization: { founder },
}) => {
  const { page, network, context } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  await addTodos(page, 'one', 'two');
  await expectPill(page, 'Offline, 2 waiting');
  const origin = new URL(page.url()).origin;
  await page.close();
  const next = await context.newPage();
  const devtools = await context.newCDPSession(next);
  // Everything but cookies, as an eviction does.
  const storageTypes = 'file_systems,indexeddb,local_storage,cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  network.heal();
  const told = next.getByText('This device has lost its data; 2 changes had not been sent.');
  await next.goto('/');
  await expect(told).toBeVisible();
  await next.reload();
  await expect(told).toBeVisible();
  await fillSignIn(next, founder.person);
  await expectPill(next, 'Up to date');
  await expect(told).toBeVisible();
  await next.getByRole('button', { name: 'Understood' }).click();
  await expect(told).toHaveCount(0);
  await next.reload();
  await expectPill(next, 'Up to date');
  await expect(told).toHaveCount(0);
});
