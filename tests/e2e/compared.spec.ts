/** A device whose stored rows differ from the server's: found and repaired without a new download of everything. */
import type { Page } from '@playwright/test';
import { signIn } from './support/app.ts';
import { openBoard, tile } from './support/board.ts';
import { onDisk } from './support/disk.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('[PULL-9.3] a row that is missing, left over or damaged on this device is replaced, and the person sees it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey', 'Dig', 'Fence'] } });
  const device = await newDevice();
  const { page } = device;
  await signIn(page, founder.person);

  await test.step('what nobody has damaged is identical', async () => {
    await page.goto('/testingview');
    await compareNow(page);
    await expect(page.getByText(/^Identical to the server: \d+ items, \d/)).toBeVisible();
    await page.goto('/ready-for-offline');
    await expect(page.getByText(/^Identical to the server: \d+ items, \d/)).toBeVisible();
  });

  await test.step('rows are damaged on the disk', async () => {
    await damage(page);
    const rows = await onDisk(page, 'account', 'tasks');
    expect(rows).not.toContain('Survey');
    expect(rows).toContain('Garbled');
    expect(rows).toContain('Nobody’s');
  });

  await test.step('the comparison repairs and reports them', async () => {
    await page.goto('/testingview');
    await compareNow(page);
    const repair = page.getByRole('main').getByRole('listitem');
    await expect(repair).toContainText(`Project ${project.name}`);
    await expect(repair).toContainText('1 missing, 1 left over, 0 old, 1 damaged');
    await expect(
      page.getByText('3 items differed and were replaced by the server’s'),
    ).toBeVisible();
    const rows = await onDisk(page, 'account', 'tasks');
    expect(rows).toContain('Survey');
    expect(rows).not.toContain('Garbled');
    expect(rows).not.toContain('Nobody’s');
  });

  await test.step('the board shows the server’s rows without a network', async () => {
    await device.context.setOffline(true);
    await openBoard(page, project.path);
    for (const name of ['Survey', 'Dig', 'Fence']) await expect(tile(page, name)).toBeVisible();
    await page.goto('/testingview');
    await page.getByRole('link', { name: 'Ready for offline' }).click();
    await expect(page.getByText('the server cannot be reached')).toBeVisible();
    await expect(
      page.getByText(`Project ${project.name}: 1 missing, 1 left over, 0 old, 1 damaged`),
    ).toBeVisible();
  });
});

async function compareNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare with the server' }).click();
  await expect(page.getByText('Equal to the server, row for row.')).toBeVisible();
}

/** Removes one task from the disk, garbles a second one, and adds a third that the server does not have. */
function damage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    const found = all.find(({ name }) => name !== 'cairn-device');
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(found?.name ?? '');
      opening.onerror = () => reject(new Error('The database does not open'));
      opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction('tasks', 'readwrite');
        const tasks = transaction.objectStore('tasks');
        const reading = tasks.getAll();
        reading.onsuccess = () => {
          for (const row of reading.result) {
            if (row.name === 'Survey') {
              tasks.delete(row.id);
              tasks.put({ ...row, id: '018f0000-0000-7000-8000-00000000dead', name: 'Nobody’s' });
            }
            if (row.name === 'Dig') tasks.put({ ...row, name: 'Garbled' });
          }
        };
        transaction.oncomplete = () => {
          database.close();
          resolve();
        };
      };
    });
  });
}
