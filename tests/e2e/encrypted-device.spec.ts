/** A device that encrypts what it stores under a passphrase (decision 0099). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import {
  controlled,
  expectDownloaded,
  expectPill,
  fillSignIn,
  signIn,
  signOutFromMenu,
} from './support/app.ts';
import { addTask, openBoard, openTask } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { findInProfile, piecesOf, unlikely } from './support/profile-bytes.ts';
import { type RealBrowser, startBrowser } from './support/real-browser.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';
import { storedData } from './support/stored-data.ts';

const PASSPHRASE = 'quiet heron under granite';
const NEXT = 'seven lamps beside the weir';

test('an organisation asks for it, and a device with data is replaced by an encrypted one', async ({
  newDevice,
  organization,
}) => {
  test.slow();
  const { founder, addPerson } = organization;
  const ben = await addPerson('Ben Ridge', 'Manager');
  const word = unlikely('T');
  const project = await makeProject(founder, { cards: { 'To do': [word] } });
  const office = (await newDevice()).page;
  const { page, network } = await newDevice();
  await signIn(page, ben.person);
  await expectDownloaded(page);
  await controlled(page);
  await openBoard(page, project.path);
  expect((await storedData(page)).text).toContain(word);

  await test.step('level 1 reads what it protects and costs, and asks for it', async () => {
    await signIn(office, founder.person, '/organization-info?tab=sign-on');
    const rules = office.getByRole('region', { name: 'Rules for signing in' });
    await rules.getByRole('switch', { name: 'Encrypt data on devices' }).click();
    await rules.getByRole('button', { name: 'Save' }).click();
    await office.getByRole('button', { name: 'Ask for it' }).click();
    await expect(rules.getByText('The rules for signing in are saved')).toBeVisible();
  });

  await test.step('a device with unsent work opens as before, and says what it waits for', async () => {
    await reloadUntil(page, () => page.getByText('Your organisation asks that this device'));
    network.cut();
    await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
    await page.reload();
    await expect(page.getByText('It can begin when everything is sent')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Encrypt now' })).toBeDisabled();
    network.heal();
    await expectPill(page, 'Up to date');
    await page.getByRole('button', { name: 'Encrypt now' }).click();
  });

  await test.step('the person chooses a passphrase, and everything is downloaded again', async () => {
    await expect(page.getByRole('heading', { name: 'Choose a passphrase' })).toBeVisible();
    await choose(page, 'short', 'short', 'Encrypt this device');
    await expect(page.getByText('At least 12 characters').last()).toBeVisible();
    await choose(page, PASSPHRASE, 'something else', 'Encrypt this device');
    await expect(page.getByText('The two passphrases differ')).toBeVisible();
    await choose(page, PASSPHRASE, PASSPHRASE, 'Encrypt this device');
    await expectDownloaded(page);
    await openBoard(page, project.path);
    await expect(page.getByText('Count the planks')).toBeVisible();
    await expectPill(page, 'Up to date');
    const stored = await storedData(page);
    expect(stored.text).not.toContain(word);
    expect(stored.text).not.toContain('Ben Ridge');
    expect(stored.cached).toEqual([]);
    const plain = Object.keys(stored.rows).filter((name) => name.startsWith('cairn-account'));
    expect(plain).toEqual([]);
  });

  await test.step('a reload and another tab ask for nothing while a window is open', async () => {
    await page.reload();
    await expect(page.getByText('Count the planks')).toBeVisible();
  });

  await test.step('signing out removes the passphrase with the data', async () => {
    await signOutFromMenu(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect
      .poll(async () => Object.keys((await storedData(page)).rows).filter(isStore))
      .toEqual([]);
    expect((await storedData(page)).text).not.toContain('"passphrase"');
  });
});

test('a new device stores nothing readable, opens offline by its passphrase, and by signing in when it is forgotten', async ({
  organization,
  server,
}) => {
  test.slow();
  const { founder } = organization;
  await askForEncryption(founder);
  const words = { task: unlikely('T'), offline: unlikely('O'), later: unlikely('L') };
  const project = await makeProject(founder, { cards: { 'To do': [words.task] } });
  const photo = await noise();
  const network = await startFaultProxy({ port: server.port });
  const profile = mkdtempSync(join(tmpdir(), 'cairn-encrypted-'));
  const restarted = async (): Promise<RealBrowser> => {
    const next = await startBrowser(profile);
    await next.page.goto(`${network.url}${project.path}`);
    return next;
  };
  let browser = await startBrowser(profile);
  try {
    await test.step('nothing is downloaded before a passphrase is chosen', async () => {
      const { page } = browser;
      await page.goto(network.url);
      await fillSignIn(page, founder.person);
      await expect(page.getByRole('heading', { name: 'Choose a passphrase' })).toBeVisible();
      expect((await storedData(page)).text).not.toContain(words.task);
      await expect(page.getByRole('button', { name: 'Not now' })).toHaveCount(0);
      await choose(page, PASSPHRASE, PASSPHRASE, 'Encrypt this device');
      await expectDownloaded(page);
      await controlled(page);
      await openBoard(page, `${network.url}${project.path}`);
      const panel = await openTask(page, words.task);
      await panel
        .getByLabel('Image of the task')
        .setInputFiles({ name: 'well.png', mimeType: 'image/png', buffer: photo });
      await expect(panel.getByRole('img', { name: 'well.png' })).toBeVisible();
      await expectPill(page, 'Up to date');
    });
    await closeOffline(browser, network);

    browser = await restarted();
    await test.step('offline it opens by the passphrase alone, and the person works', async () => {
      const { page } = browser;
      await expect(page.getByRole('heading', { name: 'Unlock this device' })).toBeVisible();
      await expect(page.getByText(words.task)).toHaveCount(0);
      await unlock(page, 'not the passphrase');
      await expect(page.getByText('This is not the passphrase of this device')).toBeVisible();
      await unlock(page, PASSPHRASE);
      await expect(page.getByText(words.task)).toBeVisible();
      await addTask(page, 'To do', { name: words.offline, assignee: 'Ada Field' });
      await expectPill(page, /Offline, \d waiting/);
    });
    await closeOffline(browser, network);
    expect(findInProfile(profile, { ...words, photo: piecesOf(photo) })).toEqual({});

    network.heal();
    browser = await restarted();
    await test.step('with a network the work is sent once it is unlocked', async () => {
      const { page } = browser;
      await expect(page.getByRole('heading', { name: 'Unlock this device' })).toBeVisible();
      expect(await tasksAt(founder, project.id)).toEqual([words.task]);
      await unlock(page, PASSPHRASE);
      await expectPill(page, 'Up to date');
      expect(await tasksAt(founder, project.id)).toEqual([words.task, words.offline]);
      network.cut();
      await addTask(page, 'To do', { name: words.later, assignee: 'Ada Field' });
      await expectPill(page, /Offline, \d waiting/);
    });
    await closeOffline(browser, network);

    network.heal();
    browser = await restarted();
    await test.step('forgotten: signing in opens the same data, and its unsent work is sent', async () => {
      const { page } = browser;
      await expect(page.getByText(/opens the same data with \d+ unsent change/)).toBeVisible();
      await page.getByRole('button', { name: 'Sign in instead' }).click();
      await fillSignIn(page, founder.person);
      await expect(page.getByRole('heading', { name: 'Choose a new passphrase' })).toBeVisible();
      await choose(page, NEXT, NEXT, 'Save');
      await expect(page.getByText(words.later)).toBeVisible();
      await expectPill(page, 'Up to date');
      expect(await tasksAt(founder, project.id)).toEqual(Object.values(words));
    });
    await closeOffline(browser, network);

    browser = await restarted();
    await test.step('from then on the new passphrase opens it', async () => {
      const { page } = browser;
      await unlock(page, PASSPHRASE);
      await expect(page.getByText('This is not the passphrase of this device')).toBeVisible();
      await unlock(page, NEXT);
      await expect(page.getByText(words.later)).toBeVisible();
    });
  } finally {
    await browser.kill();
    await network.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

async function choose(page: Page, passphrase: string, again: string, button: string) {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Repeat the passphrase').fill(again);
  await page.getByRole('button', { name: button }).click();
}

async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

async function closeOffline(browser: RealBrowser, network: FaultProxy): Promise<void> {
  network.cut();
  await browser.close();
}

/** The device learns of the rule with a renewal of its session, and follows it at the next start. */
async function reloadUntil(page: Page, wanted: () => ReturnType<Page['getByText']>): Promise<void> {
  await expect(async () => {
    await page.reload();
    const notNow = page.getByRole('button', { name: 'Not now' });
    await expect(notNow.or(wanted()).first()).toBeVisible({ timeout: 4_000 });
    if (await notNow.isVisible()) await notNow.click();
    await expect(wanted()).toBeVisible({ timeout: 4_000 });
  }).toPass();
}

async function askForEncryption(founder: RestPeer): Promise<void> {
  await expectOk(
    founder.post('api/sign-in-rules/update/', {
      factor_levels: 0,
      factor_grace_days: 0,
      offline_days: null,
      encrypt_devices: true,
    }),
  );
}

async function tasksAt(founder: RestPeer, project: string): Promise<readonly string[]> {
  const [column] = await boardAtServer(founder, project);
  return column?.tasks ?? [];
}

function isStore(name: string): boolean {
  return /^cairn-(account|sealed)/.test(name);
}

function noise(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({
    create: { width: 400, height: 300, channels: 3, background: '#fff', noise: grain },
  })
    .png()
    .toBuffer();
}
