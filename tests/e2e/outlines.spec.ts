/**
 * An administrator of an organisation with more comments than a device downloads: boards are
 * complete, comments come when a project is opened and stay for work without a network.
 */
import { startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { closeTask, openBoard, openTask, tile } from './support/board.ts';
import { onDisk } from './support/disk.ts';
import { addMember, foundOrganization, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('comments of a project that nobody opened here are announced as missing, and arrive', async ({
  browser,
}) => {
  const server = await startServer({ env: { DEVICE_DETAIL_ROWS: '0' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const organization = await foundOrganization(server, 'Ada Field');
    const { founder } = organization;
    const board = await makeProject(founder, { cards: { 'To do': ['Survey', 'Dig'] } });
    await addMember(founder, board.id, founder.person);
    const body = { task: board.tasks['Survey'], comment: 'Mind the bull' };
    await expectOk(founder.post('comment/create/', body));
    const manager = await organization.addPerson('Mo Moss', 'Manager');

    const page = await context.newPage();
    await signIn(page, manager.person);
    const comments = () => onDisk(page, 'account', 'comments');
    expect(await comments()).not.toContain('Mind the bull');

    await context.setOffline(true);
    await openBoard(page, board.path);
    await expect(tile(page, 'Dig')).toBeVisible();
    await expect(page.getByText('without comments and files')).toBeVisible();
    let panel = await openTask(page, 'Survey');
    await expect(panel.getByText('of this project are not on this device')).toBeVisible();
    await expect(panel.getByText('No comments yet')).toHaveCount(0);
    await closeTask(page);

    await context.setOffline(false);
    await expect.poll(comments).toContain('Mind the bull');
    panel = await openTask(page, 'Survey');
    await expect(panel.getByText('Mind the bull')).toBeVisible();
    await expect(panel.getByText('not on this device')).toHaveCount(0);
    await closeTask(page);

    // What was opened once is here for good.
    await context.setOffline(true);
    await page.reload();
    panel = await openTask(page, 'Survey');
    await expect(panel.getByText('Mind the bull')).toBeVisible();
    await expect(page.getByText('without comments and files')).toHaveCount(0);
  } finally {
    await context.close();
    await server.stop();
  }
});
