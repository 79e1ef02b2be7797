/**
 * A browser is killed during the first download of an organisation: downloaded rows stay, and the
 * rest follows.
 */
import { randomBytes } from 'node:crypto';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { controlled, expectPill, fillSignIn, pill, signInAgain } from './support/app.ts';
import { addTask, boardOnScreen, openBoard, tile } from './support/board.ts';
import { onDisk } from './support/disk.ts';
import { boardAtServer, makeProject, makeTask } from './support/organization.ts';
import { startBrowser } from './support/real-browser.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

/**
 * More bytes than the organisation scope and the first board need, fewer than the big project
 * needs.
 */
const FIRST_BYTES = 24_000;

test('a browser killed during its first download opens the downloaded part, offline too, and resumes', async ({
  organization,
  server,
}, testInfo) => {
  const { founder } = organization;
  const board = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs'], Done: ['Tar'] } });
  const big = await makeProject(founder, { name: 'Hut repair', cards: { Stock: [] } });
  const stock = big.cards['Stock'] ?? '';
  for (const name of ['Beams', 'Nails', 'Felt', 'Glass', 'Putty', 'Paint']) {
    const description = randomBytes(12_000).toString('base64');
    await makeTask(founder, { project: big.id, card: stock, name, description });
  }
  const network = await startFaultProxy({ port: server.port });
  const url = (path: string) => `${network.url}${path}`;
  const profile = testInfo.outputPath('profile');
  const downloads: string[] = [];
  const isDownload = (text: string) => text.includes('/sync/bootstrap?') && text.includes('org%3A');
  network.stallReplies({
    matching: (text) => {
      if (isDownload(text)) downloads.push(text);
      return isDownload(text);
    },
    afterBytes: FIRST_BYTES,
  });
  let browser = await startBrowser(profile);
  try {
    await browser.page.goto(url(board.path));
    await fillSignIn(browser.page, founder.person);
    await controlled(browser.page);
    await expect(tile(browser.page, 'Tar')).toBeVisible();
    const streams = () => onDisk(browser.page, 'account', 'streams');
    await expect.poll(streams).toContain(`project:${board.id}`);
    expect(await streams()).not.toContain(`project:${big.id}`);
    await browser.kill();
    network.cut();

    const pegs = `task/update-destroy/${board.tasks['Pegs'] ?? ''}/`;
    await expectOk(founder.patch(pegs, { status: false }));
    await makeTask(founder, { project: board.id, card: board.cards['Done'] ?? '', name: 'Lamp' });

    browser = await startBrowser(profile);
    await openBoard(browser.page, url(board.path));
    await expect
      .poll(() => boardOnScreen(browser.page))
      .toEqual([
        { card: 'To do', tasks: ['Rope', 'Pegs'] },
        { card: 'Done', tasks: ['Tar'] },
      ]);
    await addTask(browser.page, 'To do', { name: 'Wedges', assignee: 'Ada Field' });

    network.stallReplies({
      matching: (text) => {
        if (isDownload(text)) downloads.push(text);
        return false;
      },
      afterBytes: 0,
    });
    // Browsers write cookies to the disk late: the kill may have lost the session, but no work.
    await expectPill(browser.page, /Up to date|Sign in again/);
    if ((await pill(browser.page).innerText()).includes('Sign in again')) {
      await signInAgain(browser.page, founder.person);
    }
    await expectPill(browser.page, 'Up to date');
    await expect
      .poll(() => boardOnScreen(browser.page))
      .toEqual([
        { card: 'To do', tasks: ['Rope', 'Wedges'] },
        { card: 'Done', tasks: ['Tar', 'Lamp'] },
      ]);
    expect(await boardAtServer(founder, board.id)).toEqual(await boardOnScreen(browser.page));
    network.cut();
    await openBoard(browser.page, url(big.path));
    expect(await boardOnScreen(browser.page)).toEqual(await boardAtServer(founder, big.id));
    expect(downloads).toHaveLength(1);
  } finally {
    await browser.kill();
    await network.close();
  }
});
