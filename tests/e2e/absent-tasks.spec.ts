/** An administrator's device without the tasks of a project: lists over all projects ask the server for them. */
import { startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { openBoard, tile } from './support/board.ts';
import { onDisk } from './support/disk.ts';
import { foundOrganization, makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('tasks that are not on the device are listed, counted, found and exported from the server', async ({
  browser,
}) => {
  const server = await startServer({ env: { DEVICE_DETAIL_ROWS: '0', DEVICE_TASK_ROWS: '0' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const organization = await foundOrganization(server, 'Ada Field');
    const { founder } = organization;
    const hut = await makeProject(founder, {
      name: 'Hut',
      cards: { 'To do': ['Paint the door', 'Fix the roof', 'Oil the hinge'] },
    });
    const lake = await makeProject(founder, {
      name: 'Lake',
      cards: { 'To do': ['Count the boats'] },
    });
    const done = { is_completed: true, is_completed_at: '2026-01-05T09:00:00Z' };
    await expectOk(founder.patch(`task/update-destroy/${hut.tasks['Fix the roof']}/`, done));
    const manager = await organization.addPerson('Mo Moss', 'Manager');

    const page = await context.newPage();
    await signIn(page, manager.person);
    const tasks = () => onDisk(page, 'account', 'tasks');
    expect(await tasks()).not.toContain('Paint the door');

    await test.step('the overview has a second table', async () => {
      await page.goto('/organization/tasks-details');
      const absent = page.getByRole('table', { name: 'Tasks that are not on this device' });
      await expect(absent.getByText('Paint the door')).toBeVisible();
      await expect(absent.getByText('Fix the roof')).toBeVisible();
      await expect(page.getByText(/^4 tasks of 2 projects from the server/)).toBeVisible();
      await makeTask(founder, {
        project: lake.id,
        card: lake.cards['To do'] ?? '',
        name: 'Moor the boats',
      });
      // Changes come to the device, so that this one is in the first table; the number is of the others.
      await expect(page.getByText('Moor the boats')).toBeVisible();
      await expect(page.getByText(/^4 tasks of 2 projects from the server/)).toBeVisible();
      await page.getByLabel('Search tasks').fill('ROOF hut');
      await expect(absent.getByText('Paint the door')).toHaveCount(0);
      await expect(absent.getByText('Fix the roof')).toBeVisible();
      await expect(page.getByText(/^1 task of 2 projects from the server/)).toBeVisible();
      await expect(absent.getByText('Fix the roof')).toBeInViewport();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      const stream = await file.createReadStream();
      const parts: string[] = [];
      for await (const part of stream) parts.push(String(part));
      expect(parts.join('')).toContain('Fix the roof');
    });

    await test.step('the dashboard counts them', async () => {
      await page.goto('/dashboard');
      await expect(page.getByText(/their figures are from the server/)).toBeVisible();
      const completed = page.locator('dl > div').filter({ hasText: 'Completed' });
      await expect(completed).toContainText('1');
      await expect(page.getByRole('table', { name: 'Tasks by project' })).toContainText('Hut');
      await expectOk(founder.patch(`task/update-destroy/${hut.tasks['Oil the hinge']}/`, done));
      await expect(completed).toContainText('2');
    });

    await test.step('the search finds one and opens its board', async () => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('paint');
      await page.getByRole('option', { name: /Paint the door/ }).click();
      await expect(page).toHaveURL(/workspace\/hut[^?]*\?task=/);
    });

    await test.step('the opened project stays on the device', async () => {
      await expect.poll(tasks).toContain('Paint the door');
      await context.setOffline(true);
      await page.reload();
      await openBoard(page, hut.path);
      await expect(tile(page, 'Paint the door')).toBeVisible();
      await expect(page.getByText(/tasks of this project/i)).toHaveCount(0);
    });

    await test.step('one that is opened without a network says what is missing, and fills itself', async () => {
      await openBoard(page, lake.path);
      await expect(page.getByText(/tasks of this project are not on this device/i)).toBeVisible();
      await expect(tile(page, 'Count the boats')).toHaveCount(0);
      await context.setOffline(false);
      await expect(tile(page, 'Count the boats')).toBeVisible();
      await expect(page.getByText(/tasks of this project/i)).toHaveCount(0);
    });
  } finally {
    await context.close();
    await server.stop();
  }
});
