/** A snapshot: saved without a network, opened read-only anywhere, its unsent work put back after a wiped device. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { controlled, expectPill, signIn } from './support/app.ts';
import { addTask, column, moveByMenu, openBoard, openTask, tile } from './support/board.ts';
import { startServer } from '../support/start-server.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const PASSPHRASE = 'four quiet herons wade';

test('a snapshot saved offline opens read-only on a device without an account, and its work returns once', async ({
  newDevice,
  organization,
}, info) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Mark the ford'], Done: [] },
    members: [ben.person],
  });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, founder.person);
  await signIn(office.page, ben.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);

  field.network.cut();
  await addTask(field.page, 'To do', { name: 'Cut the gorse', assignee: 'Ada Field' });
  await moveByMenu(field.page, 'Mark the ford', 'Done');
  const file = info.outputPath('field.cairnsnapshot');
  await saveSnapshot(field.page, file);

  // A device that nobody has ever signed in on, without a network.
  const other = await newDevice();
  await other.page.goto('/');
  await controlled(other.page);
  other.network.cut();
  await other.page.getByRole('link', { name: 'Open a snapshot' }).click();
  await openSnapshot(other.page, file, 'four quiet herons swim');
  await expect(other.page.getByText('This passphrase does not open the snapshot.')).toBeVisible();
  const damaged = info.outputPath('damaged.cairnsnapshot');
  await writeFile(damaged, 'Not a snapshot');
  await openSnapshot(other.page, damaged, PASSPHRASE);
  await expect(other.page.getByText('This file is not a snapshot of Cairn.')).toBeVisible();
  await openSnapshot(other.page, file, PASSPHRASE);
  const banner = other.page.getByText(/^Snapshot of Ada Field, .*, read-only$/);
  await expect(banner).toBeVisible();
  await openBoard(other.page, project.path);
  await expect(column(other.page, 'Done').getByText('Mark the ford')).toBeVisible();
  await expect(column(other.page, 'To do').getByText('Cut the gorse')).toBeVisible();
  await tile(other.page, 'Cut the gorse').hover();
  await other.page.getByRole('button', { name: 'Actions for Cut the gorse', exact: true }).click();
  await other.page.getByRole('menuitem', { name: 'Move to...' }).click();
  await other.page.getByRole('menuitem', { name: 'Done', exact: true }).click();
  await expect(other.page.getByText('This is a read-only snapshot.')).toBeVisible();
  await other.page.keyboard.press('Escape');
  await expect(column(other.page, 'To do').getByText('Cut the gorse')).toBeVisible();
  await other.page.reload();
  await expect(banner).toBeVisible();
  await expect(column(other.page, 'To do').getByText('Cut the gorse')).toBeVisible();
  await other.page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(other.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => databases(other.page)).toEqual([]);
  await expect.poll(() => marksOfClosed(other.page)).toEqual([]);

  // The field device is gone; the other one becomes its replacement.
  other.network.heal();
  await signIn(other.page, founder.person);
  await putBack(other.page, file);
  await expect(other.page.getByText('2 changes are back and will be sent.')).toBeVisible();
  await expectPill(other.page, 'Up to date');
  await expect(column(office.page, 'Done').getByText('Mark the ford')).toBeVisible();
  await expect(tile(office.page, 'Cut the gorse')).toHaveCount(1);

  // Nothing was sent twice, although the first device returns.
  field.network.heal();
  await expectPill(field.page, 'Up to date');
  await openBoard(field.page, project.path);
  await expect(tile(field.page, 'Cut the gorse')).toHaveCount(1);
  await expect(tile(office.page, 'Cut the gorse')).toHaveCount(1);

  // Another person cannot put it back.
  await putBack(office.page, file, { readsOnly: true });
  await expect(office.page.getByText('This snapshot belongs to somebody else.')).toBeVisible();
});

test('after a wiped profile the unsent work of a snapshot goes out once, half-typed texts are back, and another server refuses it', async ({
  browser,
  newDevice,
  organization,
}, info) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Mark the ford'], Done: [] },
    members: [ben.person],
  });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, founder.person);
  await signIn(office.page, ben.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);
  field.network.cut();
  await addTask(field.page, 'To do', { name: 'Cut the gorse', assignee: 'Ada Field' });
  await moveByMenu(field.page, 'Mark the ford', 'Done');
  const panel = await openTask(field.page, 'Mark the ford');
  await panel.getByRole('textbox', { name: 'Comment' }).fill('The stones are');
  const file = info.outputPath('wiped.cairnsnapshot');
  await field.page.goto('/profilepage');
  await field.page.getByRole('link', { name: 'Save a snapshot' }).click();
  await saveFile(field.page, file);

  // The first device never returns: its browser profile is gone.
  const fresh = await newDevice();
  await signIn(fresh.page, founder.person);
  await putBack(fresh.page, file, { typed: '1 half-typed text.' });
  await expect(
    fresh.page.getByText('2 changes are back and will be sent. 1 half-typed text is in its form'),
  ).toBeVisible();
  await expectPill(fresh.page, 'Up to date');
  await expect(column(office.page, 'Done').getByText('Mark the ford')).toBeVisible();
  await expect(tile(office.page, 'Cut the gorse')).toHaveCount(1);
  await openBoard(fresh.page, project.path);
  const again = await openTask(fresh.page, 'Mark the ford');
  await expect(again.getByRole('textbox', { name: 'Comment' })).toHaveValue('The stones are');
  await putBack(fresh.page, file, { typed: '1 half-typed text.' });
  await expect(fresh.page.getByText('2 were here already.')).toBeVisible();
  await expect(tile(office.page, 'Cut the gorse')).toHaveCount(1);

  const server = await startServer();
  try {
    const foreign = await foundOrganization(server, 'Ada Field');
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/open-snapshot');
    await controlled(page);
    await openSnapshot(page, file, PASSPHRASE);
    await expect(page.getByText(/^Snapshot of Ada Field, .*, read-only$/)).toBeVisible();
    await openBoard(page, project.path);
    await expect(column(page, 'To do').getByText('Cut the gorse')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await signIn(page, foreign.founder.person);
    await putBack(page, file, { readsOnly: true });
    await expect(page.getByText('This snapshot was saved at another server')).toBeVisible();
    await expectPill(page, 'Up to date');
    await context.close();
  } finally {
    await server.stop();
  }
});

async function saveSnapshot(page: Page, path: string): Promise<void> {
  await toReadyForOffline(page);
  await page.getByRole('button', { name: 'Save a snapshot' }).click();
  await saveFile(page, path);
}

async function saveFile(page: Page, path: string): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await expect(page.getByText('Strength: good')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  await (await download).saveAs(path);
  await expect(page.getByText(/2 unsent changes\.$/)).toBeVisible();
}

async function openSnapshot(page: Page, path: string, passphrase: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByLabel('Passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

async function putBack(
  page: Page,
  path: string,
  { readsOnly = false, typed = '' }: { readonly readsOnly?: boolean; readonly typed?: string } = {},
): Promise<void> {
  await toReadyForOffline(page);
  await page.getByRole('button', { name: 'Put unsent work back' }).click();
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Show what it contains' }).click();
  if (readsOnly) return;
  await expect(page.getByText(/^2 unsent changes, saved on/)).toContainText(typed);
  await page.getByRole('button', { name: 'Put these changes back' }).click();
}

/** By a full load: it works without a network. */
async function toReadyForOffline(page: Page): Promise<void> {
  await page.goto('/ready-for-offline');
}

/** Entries of local storage about closed snapshots. */
function marksOfClosed(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith('cairn-closed-snapshot:')),
  );
}

/** Names of the databases of snapshots on this device. */
function databases(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.flatMap(({ name = '' }) => (/^cairn-(snapshot|sealed)-/.test(name) ? [name] : []));
  });
}
