/** A project whose finished old tasks are too many details for a device: they are downloaded when they are opened. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startServer } from '../support/start-server.ts';
import { controlled, expectDownloaded, expectPill } from './support/app.ts';
import { openTask, signInToBoard, taskPanel, tile } from './support/board.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const MONTH = 31 * 86_400_000;

test('comments of a task that was finished long ago are downloaded when it is opened, and then work offline', async ({
  browser,
}) => {
  const server = await startServer({ env: { DEVICE_DETAIL_ROWS: '0' } });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  try {
    const { founder } = await foundOrganization(server, 'Ada Field');
    const project = await makeProject(founder, {
      cards: { Field: ['Dig the well', 'Fell the tree', 'Mow'] },
    });
    for (const [name, id] of Object.entries(project.tasks)) {
      await say(founder, id, `About: ${name}`);
      if (name !== 'Mow') await complete(founder, id);
    }
    await server.terminate();
    writtenBefore(server.dataDir, 7 * MONTH);
    await server.start();

    await test.step('an open task has its comments, a finished old one gets them when it is opened', async () => {
      await signInToBoard(page, founder.person, project.path);
      await expectDownloaded(page);
      await controlled(page);
      await context.setOffline(true);
      await expect(tile(page, 'Fell the tree').getByText('Details are not')).toBeAttached();
      await expect(tile(page, 'Mow').getByText('1 comment')).toBeAttached();
      await expect(tile(page, 'Mow').getByText('Details are not')).toHaveCount(0);
      await expect((await openTask(page, 'Mow')).getByText('About: Mow')).toBeVisible();
      const panel = await openTask(page, 'Dig the well');
      await expect(panel.getByText(/of this task are not on this device/)).toBeVisible();
      await expect(panel.getByText('About: Dig the well')).toHaveCount(0);
      await context.setOffline(false);
      await expect(panel.getByText('About: Dig the well')).toBeVisible();
      await expect(panel.getByText(/not on this device/)).toHaveCount(0);
      await expect(tile(page, 'Dig the well').getByText('Details are not')).toHaveCount(0);
    });

    await test.step('the page about work without a network says what is missing', async () => {
      await page.goto('/ready-for-offline');
      await expect(page.getByText(/of tasks that were finished long ago are not/)).toBeVisible();
      await page.goto(project.path);
      await openTask(page, 'Dig the well');
    });

    await test.step('from then on it is here without a network, and its neighbour is not', async () => {
      await expectPill(page, 'Up to date');
      await context.setOffline(true);
      await page.reload();
      await expect(taskPanel(page, 'Dig the well').getByText('About: Dig the well')).toBeVisible();
      const panel = await openTask(page, 'Fell the tree');
      await expect(panel.getByText(/of this task are not on this device/)).toBeVisible();
      await context.setOffline(false);
      await expect(panel.getByText('About: Fell the tree')).toBeVisible();
    });
  } finally {
    await context.close();
    await server.stop();
  }
});

async function say({ post }: RestPeer, task: string, comment: string): Promise<void> {
  await expectOk(post('comment/create/', { task, comment }));
}

async function complete({ patch }: RestPeer, task: string): Promise<void> {
  const done = { is_completed: true, is_completed_at: new Date().toISOString() };
  await expectOk(patch(`task/update-destroy/${task}/`, done));
}

/** Everything in the activity log of the server happened this much earlier. */
function writtenBefore(dataDir: string, milliseconds: number): void {
  const database = new DatabaseSync(join(dataDir, 'cairn.db'));
  database.prepare('update activity set at = at - ?').run(milliseconds);
  database.close();
}
