/**
 * Data that a browser leaves on the disk: its profile is read byte by byte, as an attacker with the
 * computer could.
 */
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
  writeNote,
} from './support/app.ts';
import { addTask, comment, openBoard, openTask } from './support/board.ts';
import {
  boardAtServer,
  makeProject,
  type Organization,
  type Project,
} from './support/organization.ts';
import { findInProfile, piecesOf, unlikely } from './support/profile-bytes.ts';
import { storedData, type StoredData } from './support/stored-data.ts';
import { startBrowser } from './support/real-browser.ts';
import { expect, test } from './support/scenario.ts';

test('a killed browser on a shared computer leaves nothing readable; on any other it leaves everything', async ({
  organization,
  server,
}) => {
  test.slow();
  const network = await startFaultProxy({ port: server.port });
  try {
    const own = await killedAfterWork({ organization, network, shared: false });
    // The control: everything is found where it may be stored.
    expect(Object.keys(own.found).toSorted()).toEqual(EVERYTHING);
    rmSync(own.profile, { recursive: true, force: true });

    const { found, profile, task } = await killedAfterWork({ organization, network, shared: true });
    expect(found).toEqual({});

    const browser = await startBrowser(profile);
    try {
      await browser.page.goto(`${network.url}/home-view`);
      await expect(browser.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(
        browser.page.getByText(/changes were not sent before the browser/),
      ).toBeVisible();
      await expect(browser.page.getByText(task)).toHaveCount(0);
      await expect.poll(() => sealedStores(browser.page)).toEqual([]);
    } finally {
      await browser.kill();
      rmSync(profile, { recursive: true, force: true });
    }
  } finally {
    await network.close();
  }
});

test('the kept work of a signed-out person is encrypted; after their sign-in it is restored and sent', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, network } = await newDevice();
  const words = {
    task: unlikely('T'),
    comment: unlikely('C'),
    note: unlikely('N'),
    draft: unlikely('D'),
    file: unlikely('F'),
  };
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  network.cut();
  await test.step('offline the person writes, attaches a photo, and leaves a draft of a note', async () => {
    await addTask(page, 'To do', { name: words.task, assignee: 'Ada Field' });
    const panel = await openTask(page, words.task);
    await comment(panel, words.comment);
    const name = `${words.file}.png`;
    await panel
      .getByLabel('Image of the task')
      .setInputFiles({ name, mimeType: 'image/png', buffer: await noise() });
    await expect(panel.getByRole('img', { name })).toBeVisible();
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Offline', text: words.note, newTag: 'own' });
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.getByRole('textbox', { name: 'Description' }).fill(words.draft);
    await page.goto('/home-view');
  });
  const before = await storedData(page);
  for (const word of Object.values(words)) expect(before.text).toContain(word);

  await test.step('signed out, no store contains readable text of it, after a reload either', async () => {
    await signOutFromMenu(page);
    await page.getByRole('button', { name: /Keep them locked on this device/ }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect.poll(async () => wordsIn(await storedData(page), words)).toEqual([]);
    await page.reload();
    await expect(page.getByText(/unsent changes of one person are locked/)).toBeVisible();
    const { rows } = await storedData(page);
    expect(Object.keys(rows).map((name) => name.split('/')[1])).toContain('sealed');
    const readable = /\/(outbox|rejected|blobs|blobParts|tasks|comments|notes|drafts)$/;
    expect(Object.keys(rows).filter((name) => readable.test(name))).toEqual([]);
    expect(wordsIn(await storedData(page), words)).toEqual([]);
  });

  await test.step("after the person's sign-in everything is restored and sent", async () => {
    network.heal();
    await fillSignIn(page, founder.person);
    await expectDownloaded(page);
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge', words.task] },
    ]);
    await openBoard(page, project.path);
    const panel = await openTask(page, words.task);
    await expect(panel.getByText(words.comment)).toBeVisible();
    await expect(panel.getByRole('img', { name: `${words.file}.png` })).toBeVisible();
    await page.goto('/notes-view');
    await expect(page.getByText(words.note)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(words.draft);
    const { rows } = await storedData(page);
    const sealed = Object.keys(rows).filter((name) => /\/sealed(Drafts)?$/.test(name));
    expect(sealed).toEqual([]);
  });
});

function wordsIn({ text }: StoredData, words: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(words)
    .filter(([, word]) => text.includes(word))
    .map(([name]) => name);
}

const EVERYTHING = ['address', 'comment', 'draft', 'message', 'name', 'note', 'photo', 'task'];

interface Work {
  readonly organization: Organization;
  readonly network: FaultProxy;
  readonly shared: boolean;
}

/**
 * Works in a browser with and without a network, kills it, and searches its profile for readable
 * text.
 */
async function killedAfterWork({ organization, network, shared }: Work) {
  const { founder } = organization;
  const words = {
    task: unlikely('T'),
    comment: unlikely('C'),
    message: unlikely('M'),
    note: unlikely('N'),
    draft: unlikely('D'),
    name: unlikely('P'),
  };
  await organization.addPerson(words.name, 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': [words.task] } });
  const photo = await noise();
  const profile = mkdtempSync(join(tmpdir(), 'cairn-left-'));
  const browser = await startBrowser(profile);
  try {
    const { page } = browser;
    await page.goto(network.url);
    if (shared) await page.getByLabel('This is a shared computer').check();
    await fillSignIn(page, founder.person);
    await expectDownloaded(page);
    await controlled(page);
    await workOnline(page, { url: network.url, project, words, photo });
    network.cut();
    await writeNote(page, { title: 'Offline', text: words.note, newTag: 'own' });
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.getByRole('textbox', { name: 'Description' }).fill(words.draft);
    await expectPill(page, /Offline, \d waiting/);
    // A reload without a network restores the work and the draft.
    await page.reload();
    await expect(page.getByText(words.note)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(words.draft);
  } finally {
    await browser.kill();
    network.heal();
  }
  const { email } = founder.person;
  const wanted = { ...words, photo: piecesOf(photo), address: email };
  return { found: findInProfile(profile, wanted), profile, task: words.task };
}

interface Online {
  readonly url: string;
  readonly project: Project;
  readonly words: {
    readonly task: string;
    readonly comment: string;
    readonly message: string;
    readonly name: string;
  };
  readonly photo: Buffer;
}

async function workOnline(page: Page, { url, project, words, photo }: Online): Promise<void> {
  await openBoard(page, `${url}${project.path}`);
  const panel = await openTask(page, words.task);
  await comment(panel, words.comment);
  await panel
    .getByLabel('Image of the task')
    .setInputFiles({ name: 'well.png', mimeType: 'image/png', buffer: photo });
  await expect(panel.getByRole('img', { name: 'well.png' })).toBeVisible();
  await expectPill(page, 'Up to date');
  await page.goto(`${url}/chat`);
  await page.getByRole('link', { name: new RegExp(words.name) }).click();
  await page.getByLabel('Message', { exact: true }).fill(words.message);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.message).first()).toBeVisible();
  await expectPill(page, 'Up to date');
  await page.goto(`${url}/notes-view`);
}

function noise(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({
    create: { width: 400, height: 300, channels: 3, background: '#fff', noise: grain },
  })
    .png()
    .toBuffer();
}

/** The encrypted stores in this browser. */
function sealedStores(page: Page): Promise<readonly (string | undefined)[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.map(({ name }) => name).filter((name) => name?.startsWith('cairn-sealed'));
  });
}
