/**
 * Work without a network: shown at once, kept over a reload and a killed browser, applied on the
 * server once.
 */
import {
  expectPill,
  noteCard,
  openOutbox,
  pill,
  signIn,
  signInAgain,
  writeNote,
} from './support/app.ts';
import {
  addCard,
  addTask,
  boardOnScreen,
  closeTask,
  column,
  comment,
  commentOn,
  complete,
  moveByMenu,
  openBoard,
  openTask,
  signInToBoard,
  taskPanel,
  tile,
  unsentMark,
} from './support/board.ts';
import { onDisk } from './support/disk.ts';
import { startBrowser } from './support/real-browser.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const START = { 'To do': ['Survey the ridge', 'Cut the gorse'], Done: [] };

test('a day offline: everything works, survives a reload and a deep link, and reaches the server once', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();

  await test.step('create, move, complete, comment, write a note', async () => {
    await addTask(page, 'To do', { name: 'Mend the roof', assignee: 'Ada Field' });
    await expect(unsentMark(tile(page, 'Mend the roof'))).toHaveCount(1);
    await moveByMenu(page, 'Cut the gorse', 'Done');
    await complete(page, 'Survey the ridge');
    const panel = await openTask(page, 'Mend the roof');
    await comment(panel, 'Slates are in the shed');
    await closeTask(page);
    await addCard(page, 'Waiting');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Notes' })
      .click();
    await writeNote(page, { title: 'Roof', text: 'Count the slates', newTag: 'hut' });
    await expect(unsentMark(noteCard(page, 'Roof'))).toHaveCount(1);
    await expectPill(page, /Offline, \d+ waiting/);
  });

  const before =
    await test.step('everything is there after a reload without a network', async () => {
      await page.reload();
      await expect(noteCard(page, 'Roof')).toContainText('Count the slates');
      await openBoard(page, project.path);
      await expect(tile(page, 'Mend the roof')).toBeVisible();
      await expect(unsentMark(tile(page, 'Mend the roof'))).toHaveCount(1);
      return boardOnScreen(page);
    });
  expect(before).toEqual([
    { card: 'To do', tasks: ['✓ Survey the ridge', 'Mend the roof'] },
    { card: 'Done', tasks: ['Cut the gorse'] },
    { card: 'Waiting', tasks: [] },
  ]);

  await test.step('a link to a task opens without a network', async () => {
    await openTask(page, 'Mend the roof');
    const link = page.url();
    await page.goto('/home-view');
    await page.goto(link);
    await expect(taskPanel(page, 'Mend the roof')).toContainText('Slates are in the shed');
  });

  await test.step('the outbox lists the unsent mutations', async () => {
    await closeTask(page);
    const outbox = await openOutbox(page);
    await expect(outbox).toContainText('Add task "Mend the roof"');
    const entry = outbox.getByRole('button', { name: 'Create note "Roof"' });
    await expect(outbox.getByText('Count the slates')).toBeHidden();
    await entry.click();
    await expect(outbox.getByText('Count the slates')).toBeVisible();
    await expect(outbox).toContainText('There is no connection to the server.');
    await expect(outbox.getByRole('button', { name: 'Copy my text' })).toBeVisible();
    await entry.click();
    await outbox.getByRole('button', { name: 'Send now' }).click();
    await expect(pill(page)).toContainText(/Offline, \d+ waiting/);
    await expect(outbox).toContainText('Add task "Mend the roof"');
    await page.keyboard.press('Escape');
  });

  network.heal();
  await expectPill(page, 'Up to date');
  await expect(unsentMark(page.getByRole('main'))).toHaveCount(0);
  expect(await boardOnScreen(page)).toEqual(before);
  expect(await boardAtServer(founder, project.id)).toEqual(before);
  const notes = await expectOk(founder.get('note/list/'));
  expect(notes.body.data.map((note: { title: string }) => note.title)).toEqual(['Roof']);
});

test('a browser killed while a person writes offline loses nothing that was on the screen', async ({
  organization,
  server,
}, testInfo) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const network = await startFaultProxy({ port: server.port });
  const profile = testInfo.outputPath('profile');
  const url = (path: string) => `${network.url}${path}`;
  let browser = await startBrowser(profile);
  try {
    await signIn(browser.page, founder.person, url('/'));
    await openBoard(browser.page, url(project.path));
    network.cut();
    const names = ['Rope', 'Pegs', 'Tar', 'Lamp'];
    for (const name of names) {
      await addTask(browser.page, 'To do', { name, assignee: 'Ada Field' });
    }
    await commentOn(browser.page, 'Rope', 'Thirty metres');
    await moveByMenu(browser.page, 'Cut the gorse', 'Done');
    const typing = (await openTask(browser.page, 'Pegs')).getByLabel('Write a comment');
    await typing.fill('Half a thought');
    await expect.poll(() => onDisk(browser.page, 'device', 'drafts')).toContain('Half a thought');
    await browser.kill();

    browser = await startBrowser(profile);
    await openBoard(browser.page, url(project.path));
    await expect(column(browser.page, 'To do').getByRole('article')).toHaveCount(5);
    await expect
      .poll(() => boardOnScreen(browser.page))
      .toEqual([
        { card: 'To do', tasks: ['Survey the ridge', ...names] },
        { card: 'Done', tasks: ['Cut the gorse'] },
      ]);
    await expect(unsentMark(tile(browser.page, 'Lamp'))).toHaveCount(1);
    await expect(await openTask(browser.page, 'Rope')).toContainText('Thirty metres');
    await expect((await openTask(browser.page, 'Pegs')).getByLabel('Write a comment')).toHaveValue(
      'Half a thought',
    );

    network.heal();
    // Browsers write cookies to the disk late: the kill may have lost the session, but no work.
    await expectPill(browser.page, /Up to date|Sign in again/);
    if ((await pill(browser.page).innerText()).includes('Sign in again')) {
      await signInAgain(browser.page, founder.person);
    }
    await expectPill(browser.page, 'Up to date');
    await expect
      .poll(() => boardAtServer(founder, project.id))
      .toEqual(await boardOnScreen(browser.page));
  } finally {
    await browser.kill();
    await network.close();
  }
});

test('a draft survives a reload', async ({ newDevice, organization }) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  const panel = await openTask(page, 'Cut the gorse');
  await panel.getByLabel('Write a comment').fill('I have not finished');
  await page.reload();
  await expect(taskPanel(page, 'Cut the gorse').getByLabel('Write a comment')).toHaveValue(
    'I have not finished',
  );
});
