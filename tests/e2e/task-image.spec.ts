/**
 * A task's picture: picked offline, shown at once, and received by everybody with the next
 * connection.
 */
import { readFileSync } from 'node:fs';
import { controlled, expectPill } from './support/app.ts';
import { openTask, signInToBoard, taskPanel, tile } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const PHOTO = 'public/icons/icon-512.png';

test('a photo picked without a network is on tile and panel at once, survives a reload, is uploaded, and is deleted after a question', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Bridge'] },
    members: [mia.person],
  });
  const { context, page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Bridge');
  await controlled(page);

  await test.step('without a network', async () => {
    await context.setOffline(true);
    await panel.getByLabel('Image of the task').setInputFiles({
      name: 'bridge.png',
      mimeType: 'image/png',
      buffer: readFileSync(PHOTO),
    });
    await expect(panel.getByRole('img', { name: 'bridge.png' })).toBeVisible();
    await expect(tile(page, 'Bridge').locator('img')).toBeVisible();
    await page.reload();
    await expect(taskPanel(page, 'Bridge').getByRole('img', { name: 'bridge.png' })).toBeVisible();
    await expect(taskPanel(page, 'Bridge')).toContainText('On this device, not uploaded yet');
  });

  await test.step('with a network it reaches the other person', async () => {
    const field = (await newDevice()).page;
    await signInToBoard(field, mia.person, project.path);
    await context.setOffline(false);
    await expectPill(page, 'Up to date');
    const shown = tile(field, 'Bridge').locator('img');
    await expect(shown).toBeVisible();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  await test.step('deleting asks with the text of the specification, and can be undone', async () => {
    await panel.getByRole('button', { name: 'Delete bridge.png' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this image ?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(tile(page, 'Bridge').locator('img')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tile(page, 'Bridge').locator('img')).toBeVisible();
    await panel.getByRole('button', { name: 'Edit task' }).click();
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await form.getByLabel('Description').fill('Seen from below');
    await form
      .getByLabel('Another image')
      .first()
      .setInputFiles({
        name: 'below.png',
        mimeType: 'image/png',
        buffer: readFileSync(PHOTO),
      });
    await form.getByRole('button', { name: 'Update task' }).click();
    await expect(panel.getByRole('img', { name: 'below.png' })).toBeVisible();
    await expectPill(page, 'Up to date');
    const task = project.tasks['Bridge'] ?? '';
    const { body } = await expectOk(founder.get('task/list/', { id: task }));
    expect(body.data[0].document).toMatch(/^\/rest\/files\//);
  });
});
