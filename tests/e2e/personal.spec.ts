/** Personal data: the Todo list, a shared computer, import and export. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import {
  controlled,
  expectDownloaded,
  expectPill,
  fillSignIn,
  signIn,
  signOutFromMenu,
} from './support/app.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a Todo list is edited offline and is the same on every device afterwards', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  const plus = page.getByRole('button', { name: 'Add a task, todo or note' });
  await plus.click();
  await expect(page.getByRole('menuitem', { name: 'Todo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Todo' })).toHaveCount(0);
  // Before the menu is drawn.
  await plus.evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(plus).toHaveAttribute('aria-expanded', 'false');
  const panel = await openTodo(page);
  for (const name of ['Buy rope', 'Call the hut', 'Pack']) await add(panel, name);

  await test.step('renaming: Enter saves, an unchanged name cancels, an empty one is ignored', async () => {
    await rename(panel, 'Buy rope', 'Buy two ropes');
    await expect(page.getByText('Task name updated successfully!')).toBeVisible();
    await panel.getByRole('button', { name: 'Pack', exact: true }).dblclick();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name of Pack' })).toHaveCount(0);
    await rename(panel, 'Pack', '   ');
    await panel.getByRole('textbox', { name: 'Name of Pack' }).press('Escape');
  });
  await test.step('ticking, deleting and restoring, another order by keys', async () => {
    await panel.getByRole('checkbox', { name: 'Complete Call the hut' }).click();
    await expect(page.getByText('Task status updated successfully!')).toBeVisible();
    await panel.getByRole('listitem').filter({ hasText: 'Pack' }).hover();
    await panel.getByRole('button', { name: 'Delete Pack' }).click();
    // The message before this one offers Undo as well.
    await expect(page.getByText('Task deleted')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Pack', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(panel.getByRole('button', { name: 'Pack', exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Reorder Buy two ropes' }).press('ArrowUp');
    await expect.poll(() => names(panel)).toEqual(['Pack', 'Buy two ropes', 'Call the hut']);
  });
  await test.step('a change that the device cannot save shows a message until it is dismissed', async () => {
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function full(...given) {
        // The previous move may still be unsent: its order is on the screen at once.
        const isWanted = this.name === 'outbox' && JSON.stringify(given).includes('No room');
        if (!isWanted) return put.apply(this, given);
        IDBObjectStore.prototype.put = put;
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await panel.getByLabel('New task name').fill('No room');
    await panel.getByLabel('New task name').press('Enter');
    const told = page.getByRole('alert').filter({ hasText: 'this device has no room left' });
    await expect(told).toBeVisible();
    await expect(panel.getByRole('button', { name: 'No room', exact: true })).toHaveCount(0);
    await expect(panel.getByLabel('New task name')).toHaveValue('No room');
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toHaveCount(0);
    await panel.getByLabel('New task name').fill('');
  });
  await test.step('a draft of a name survives a reload without a network', async () => {
    await panel.getByLabel('New task name').fill('Half a th');
    await page.reload();
    await expect(panel.getByLabel('New task name')).toHaveValue('Half a th');
    await expect.poll(() => names(panel)).toEqual(['Pack', 'Buy two ropes', 'Call the hut']);
  });

  network.heal();
  await expectPill(page, 'Up to date');
  const second = await newDevice();
  await signIn(second.page, founder.person);
  await expect
    .poll(async () => names(await openTodo(second.page)))
    .toEqual(['Pack', 'Buy two ropes', 'Call the hut']);
  const { body } = await expectOk(founder.get('todo-task/list/'));
  expect(
    body.data
      .map(({ name, status }: { name: string; status: boolean }) => `${name} ${status}`)
      .toSorted(),
  ).toEqual(['Buy two ropes false', 'Call the hut true', 'Pack false']);
});

test('a shared computer keeps nothing, and a downloaded copy restores unsent work', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { page, context, network } = await newDevice();
  await page.goto('/');
  await page.getByLabel('This is a shared computer').check();
  await fillSignIn(page, founder.person);
  await expectDownloaded(page);
  await controlled(page);
  network.cut();
  await add(await openTodo(page), 'Only here');
  await page.reload();
  await expect(page.getByRole('dialog', { name: /^Todo/ })).toContainText('Only here');
  await page.keyboard.press('Escape');
  await signOutFromMenu(page);
  const asked = page.getByRole('alertdialog', { name: '1 change has not been sent' });
  await expect(asked.getByRole('button', { name: /Keep (it|them) locked/ })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await asked.getByRole('button', { name: 'Download a copy' }).click();
  const copy = await (await download).path();
  expect(readFileSync(copy, 'utf8')).toContain('Only here');
  await asked.getByRole('button', { name: 'Stay signed in' }).click();

  await test.step('after the browser was closed the next person finds nobody signed in', async () => {
    await page.close({ runBeforeUnload: false });
    network.heal();
    const later = await context.newPage();
    await later.goto('/home-view');
    await expect(later.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(later.getByText(/1 change was not sent before the browser/)).toBeVisible();
    await expect(later.getByText(/locked on this device/)).toHaveCount(0);
    const stores = await later.evaluate(async () =>
      (await indexedDB.databases()).map((db) => db.name),
    );
    expect(stores.filter((name) => /^cairn-(account|sealed)/.test(name ?? ''))).toEqual([]);
  });
  await test.step('on another device the copy is imported, and its work is sent once', async () => {
    const own = await newDevice();
    // The address's parameters are still there after signing in.
    await signIn(own.page, founder.person, '/home-view?panel=outbox');
    await expect(own.page.getByLabel('Downloaded copy')).toBeAttached();
    for (const words of ['1 change is back', '1 was here already']) {
      await own.page.goto('/home-view?panel=outbox');
      await own.page.getByLabel('Downloaded copy').setInputFiles(copy);
      const told = own.page.getByRole('alertdialog', { name: 'The copy has been read' });
      await expect(told).toContainText(words);
      await told.getByRole('button', { name: 'OK' }).click();
    }
    await expectPill(own.page, 'Up to date');
    const { body } = await expectOk(founder.get('todo-task/list/'));
    expect(body.data.map((todo: { name: string }) => todo.name)).toEqual(['Only here']);
  });
});

test('a Trello board is imported offline, once, and everything is exported as an archive', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { id } = await makeProject(founder, { name: 'Bridge', cards: { Next: [] } });
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  network.cut();
  const panel = page.getByRole('dialog', { name: 'Import' });
  const choose = async () => {
    await page.goto('/home-view?panel=import');
    await panel.getByLabel('File', { exact: true }).setInputFiles({
      name: 'board.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(TRELLO)),
    });
    await panel.getByLabel('Into').selectOption('existing');
    await panel.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Bridge' }).click();
  };
  await choose();
  await expect(panel.getByRole('row', { name: /Tasks, from cards/ })).toContainText('2');
  await expect(panel.getByText('Stickers and votes (1)')).toBeVisible();
  await panel.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect(panel.getByRole('button', { name: 'Open board' })).toBeVisible();
  await choose();
  await expect(panel.getByText('Everything of this file is here already.')).toBeVisible();

  await page.goto('/home-view?panel=export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make the archive' }).click();
  const files = unzipSync(readFileSync(await (await download).path()));
  expect(strFromU8(files['tasks.csv'] ?? new Uint8Array())).toContain('Roof');
  expect(strFromU8(files['unsent.json'] ?? new Uint8Array())).toContain('Roof');

  network.heal();
  await expectPill(page, 'Up to date');
  expect(await boardAtServer(founder, id)).toEqual([{ card: 'Next', tasks: ['Roof', 'Door'] }]);
});

const TRELLO = {
  id: 'board',
  name: 'Hut',
  lists: [{ id: 'l', name: 'Next', closed: false, pos: 1 }],
  cards: [
    { id: 'b', name: 'Door', idList: 'l', pos: 2 },
    { id: 'a', name: 'Roof', idList: 'l', pos: 1, stickers: [{}] },
  ],
};

async function openTodo(page: Page): Promise<Locator> {
  const panel = page.getByRole('dialog', { name: /^Todo/ });
  if (await panel.isVisible()) return panel;
  await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  await expect(panel).toBeVisible();
  return panel;
}

async function add(panel: Locator, name: string): Promise<void> {
  await panel.getByLabel('New task name').fill(name);
  await panel.getByLabel('New task name').press('Enter');
  await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
}

async function rename(panel: Locator, before: string, after: string): Promise<void> {
  await panel.getByRole('button', { name: before, exact: true }).dblclick();
  const field = panel.getByRole('textbox', { name: `Name of ${before}` });
  await field.fill(after);
  await field.press('Enter');
}

/** The names on screen, from top to bottom. */
async function names(panel: Locator): Promise<readonly string[]> {
  const rows = await panel.getByRole('listitem').allInnerTexts();
  return rows.map((row) => row.split('\n')[0] ?? '');
}
