/** An administrator's device without the tasks of a project: lists over all projects ask the server for them. */
import type { Page } from '@playwright/test';
import { startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { onDisk } from './support/disk.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('tasks that are not on the device are listed, counted, found and exported from the server', async ({
  browser,
}) => {
  const server = await startServer({ env: { DEVICE_DETAIL_ROWS: '0' } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const organization = await foundOrganization(server, 'Ada Field');
    const { founder } = organization;
    const hut = await makeProject(founder, {
      name: 'Hut',
      cards: { 'To do': ['Paint the door', 'Fix the roof'] },
    });
    const done = { is_completed: true, is_completed_at: '2026-01-05T09:00:00Z' };
    await expectOk(founder.patch(`task/update-destroy/${hut.tasks['Fix the roof']}/`, done));
    const manager = await organization.addPerson('Mo Moss', 'Manager');

    const page = await context.newPage();
    await signIn(page, manager.person);
    await expect.poll(() => onDisk(page, 'account', 'tasks')).toContain('Paint the door');
    await keepSummary(page, hut.id);

    await test.step('the overview has a second table', async () => {
      await page.goto('/organization/tasks-details');
      const absent = page.getByRole('table', { name: 'Tasks that are not on this device' });
      await expect(absent.getByText('Paint the door')).toBeVisible();
      await expect(absent.getByText('Fix the roof')).toBeVisible();
      await expect(page.getByText(/^2 tasks of 1 project from the server/)).toBeVisible();
      await page.getByLabel('Search tasks').fill('ROOF hut');
      await expect(absent.getByText('Paint the door')).toHaveCount(0);
      await expect(absent.getByText('Fix the roof')).toBeVisible();
      await expect(page.getByText(/^1 task of 1 project from the server/)).toBeVisible();
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
      await expect(page.getByText(/its figures are from the server/)).toBeVisible();
      await expect(page.locator('dl > div').filter({ hasText: 'Completed' })).toContainText('1');
      await expect(page.getByRole('table', { name: 'Tasks by project' })).toContainText('Hut');
    });

    await test.step('the search finds one and opens its board', async () => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('paint');
      await page.getByRole('option', { name: /Paint the door/ }).click();
      await expect(page).toHaveURL(/workspace\/hut[^?]*\?task=/);
    });
  } finally {
    await context.close();
    await server.stop();
  }
});

/** Leaves of a project on this device what a download leaves that sends only its summary (OUT-6). */
async function keepSummary(page: Page, project: string): Promise<void> {
  await page.goto('/notes-view');
  await page.evaluate(async (scope) => {
    const all = await indexedDB.databases();
    const name = all.find((one) => one.name !== 'cairn-device')?.name ?? '';
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(new Error('The database does not open'));
      opening.onsuccess = () => {
        const database = opening.result;
        const tx = database.transaction(['streams', 'tasks'], 'readwrite');
        const streams = tx.objectStore('streams');
        const reading = streams.getAll();
        reading.onsuccess = () => {
          for (const row of reading.result) {
            if (!String(row.stream).startsWith('org:')) continue;
            streams.put({ ...row, outlined: [scope], summarized: [scope] });
          }
        };
        const tasks = tx.objectStore('tasks');
        const keys = tasks.index('scope').getAllKeys(scope);
        keys.onsuccess = () => {
          for (const key of keys.result) tasks.delete(key);
        };
        tx.oncomplete = () => {
          database.close();
          resolve();
        };
        tx.onerror = () => reject(new Error('The rows are not written'));
      };
    });
  }, `project:${project}`);
}
