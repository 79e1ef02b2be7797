/**
 * Copied folders in use beside or instead of the original: a browser profile, and the server's
 * data.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectPill, pill, signIn, signInAgain } from './support/app.ts';
import { startServer } from '../support/start-server.ts';
import { foundOrganization } from './support/organization.ts';
import { startBrowser } from './support/real-browser.ts';
import { expect, test } from './support/scenario.ts';
import { addTodos, todosAtServer } from './support/todos.ts';

test('a copied browser profile loses no text written in it', async ({
  organization: { founder },
  server,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  const copy = testInfo.outputPath('copy');
  const open = async (folder: string) => {
    const started = await startBrowser(folder);
    await started.page.goto(`${server.url}/`);
    return started;
  };
  /** A killed browser may have lost its session, but no work. */
  const sent = async (page: Page, all: readonly string[]) => {
    let signedIn = false;
    const ask = async () => {
      if (!signedIn && (await pill(page).innerText()).includes('Sign in again')) {
        signedIn = true; // Checked once: the pill may still show it while the server responds.
        await signInAgain(page, founder.person);
      }
      return todosAtServer(founder);
    };
    await expect.poll(ask, { timeout: 20_000 }).toEqual(all);
  };
  const [first, second] = [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'],
  ];
  const third = ['c1', 'c2', 'c3'];
  let browser = await startBrowser(profile);
  try {
    await signIn(browser.page, founder.person, `${server.url}/`);
    await addTodos(browser.page, ...first);
    await expectPill(browser.page, 'Up to date');
    await browser.kill();
    // Without the lock files of the running browser.
    const filter = (path: string) => !basename(path).startsWith('Singleton');
    cpSync(profile, copy, { recursive: true, filter });
    browser = await open(profile);
    await addTodos(browser.page, ...second);
    await sent(browser.page, [...first, ...second]);
    await browser.kill();
    browser = await open(copy);
    await addTodos(browser.page, ...third);
    await sent(browser.page, [...first, ...second, ...third]);
  } finally {
    await browser.kill();
  }
});

test('a data folder that is rolled back receives its lost writes from the browser, and the person is notified', async ({
  newDevice,
}, testInfo) => {
  const dataDir = testInfo.outputPath('data');
  const copy = testInfo.outputPath('copy');
  const server = await startServer({ dataDir });
  try {
    const { founder } = await foundOrganization(server, 'Ada Field');
    const { page } = await newDevice({ baseURL: server.url });
    await signIn(page, founder.person);
    await addTodos(page, 'before');
    await expectPill(page, 'Up to date');
    const putBack = async (names: readonly string[]) => {
      await server.kill();
      for (const name of names) {
        rmSync(join(dataDir, name), { force: true });
        if (existsSync(join(copy, name))) cpSync(join(copy, name), join(dataDir, name));
      }
      await server.start();
    };
    const database = ['cairn.db', 'cairn.db-wal', 'cairn.db-shm'];
    const told = page.getByText('The server has gone back to an earlier state');
    await server.terminate();
    cpSync(dataDir, copy, { recursive: true });
    await server.start();

    const all = ['before', 'one', 'two', 'three', 'four'].toSorted();
    await addTodos(page, 'one', 'two', 'three', 'four');
    await expectPill(page, 'Up to date');
    await expect.poll(() => todosAtServer(founder)).toEqual(all);
    await test.step('with its progress record: the devices detect it', async () => {
      await putBack([...database, 'cairn-progress.json']);
      await expect.poll(() => todosAtServer(founder), { timeout: 20_000 }).toEqual(all);
      await expect(told).toBeVisible();
      expect(server.logs()).not.toContain('every history begins anew');
    });
    await test.step('the database alone: the server detects it', async () => {
      await expectPill(page, 'Up to date');
      await server.terminate();
      await putBack(database);
      expect(server.logs()).toContain('every history begins anew');
      await expect.poll(() => todosAtServer(founder), { timeout: 20_000 }).toEqual(all);
    });
  } finally {
    await server.stop();
  }
});
