/** A task that asks for a remark, a photo and a signature, done on a phone without a network and read in a report. */
import sharp from 'sharp';
import { expectPill } from './support/app.ts';
import { openTask, signInToBoard, tile } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('what a task asks for is given offline, arrives whole, and is in the report', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': [] }, members: [ben.person] });
  const card = project.cards['To do'] ?? '';
  await makeTask(founder, {
    project: project.id,
    card,
    name: 'Oil the gate',
    description: 'Both hinges.',
    assignee: ben.person,
  });

  const office = await newDevice();
  await signInToBoard(office.page, founder.person, project.path);
  const panel = await openTask(office.page, 'Oil the gate');
  await panel.getByRole('button', { name: 'Edit task' }).click();
  for (const name of ['A remark', 'A photo', 'A signature']) {
    await office.page.getByLabel(name, { exact: true }).check();
  }
  await office.page.getByRole('button', { name: 'Update task' }).click();
  await expect(office.page.getByRole('dialog', { name: 'Update Task' })).toHaveCount(0);
  await expectPill(office.page, 'Up to date');

  const phone = await newDevice({ viewport: { width: 390, height: 844 } });
  await signInToBoard(phone.page, ben.person, project.path);
  phone.network.cut();
  const control = tile(phone.page, 'Oil the gate').getByRole('checkbox', {
    name: /^Completed by Employee/,
  });
  await control.click({ force: true });
  const dialog = phone.page.getByRole('dialog', { name: 'Mark as done' });
  const done = dialog.getByRole('button', { name: 'Mark as done' });
  await dialog.getByLabel('Remark').fill('It swings freely.');
  await expect(done).toBeDisabled();
  const buffer = await sharp({
    create: { width: 80, height: 60, channels: 3, background: { r: 40, g: 90, b: 120 } },
  })
    .png()
    .toBuffer();
  await dialog
    .getByLabel('Photos of the work')
    .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByRole('img', { name: 'gate.png' })).toBeVisible();
  const pad = dialog.getByRole('img', { name: 'Nothing is drawn yet' });
  const box = await pad.boundingBox();
  if (box === null) throw new Error('The pad has no box');
  const strokes = [
    [0.2, 0.7, 0.5, 0.2],
    [0.5, 0.6, 0.8, 0.4],
  ] as const;
  for (const [x1, y1, x2, y2] of strokes) {
    await phone.page.mouse.move(box.x + box.width * x1, box.y + box.height * y1);
    await phone.page.mouse.down();
    await phone.page.mouse.move(box.x + box.width * x2, box.y + box.height * y2, { steps: 8 });
    await phone.page.mouse.up();
  }
  await expect(dialog.getByRole('img', { name: 'Drawn signature' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo the last stroke' }).click();
  await expect(dialog.getByRole('img', { name: 'Drawn signature' })).toBeVisible();
  await done.click();
  await expect(dialog).toHaveCount(0);
  await expectPill(phone.page, 'Offline');
  await expect(control).toBeChecked();
  phone.network.heal();
  await expectPill(phone.page, 'Up to date');

  await office.page.reload();
  const steps = (await openTask(office.page, 'Oil the gate')).getByRole('region', {
    name: 'Sign-off',
  });
  await expect(steps).toContainText('It swings freely.');
  await expect(steps.getByRole('img', { name: 'Drawn signature' })).toBeVisible();
  const path = steps.locator('svg path');
  await expect(path).toHaveAttribute('d', /^M\d+ \d+(L\d+ \d+)+$/);
  await steps.getByRole('link', { name: 'Report' }).click();
  const report = office.page.getByRole('table');
  await expect(report).toContainText('It swings freely.');
  const photo = report.getByRole('img', { name: 'gate.png' });
  await expect
    .poll(() => photo.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
  await expect(report.getByRole('img', { name: 'Drawn signature' })).toBeVisible();
});
