/** A copy of unsent work with a file: downloaded without a network, and put back on another device. */
import { openOutbox } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('[MUT-10] a copy of unsent work brings a file to another device, which sends it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey the well'] } });
  const field = await newDevice();
  await signInToBoard(field.page, founder.person, project.path);
  field.network.cut();
  const panel = await openTask(field.page, 'Survey the well');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByLabel('Files of the task').setInputFiles({
    name: 'well.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Four metres of water'),
  });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  const outbox = await openOutbox(field.page);
  const saving = field.page.waitForEvent('download');
  await outbox.getByRole('button', { name: 'Download a copy' }).click();
  const copy = await saving;
  expect(copy.suggestedFilename()).toBe('cairn-unsent.zip');

  const office = await newDevice();
  await signInToBoard(office.page, founder.person, project.path);
  const there = await openOutbox(office.page);
  const choosing = office.page.waitForEvent('filechooser');
  await there.getByRole('button', { name: 'Restore from a saved copy' }).click();
  await (await choosing).setFiles(await copy.path());
  await expect(office.page.getByText(/2 changes are back/)).toBeVisible();
  await office.page.keyboard.press('Escape');
  const task = await openTask(office.page, 'Survey the well');
  await expect(task.getByRole('listitem').filter({ hasText: 'well.txt' })).toHaveCount(1);
  await expect
    .poll(async () => {
      const query = { task_id: project.tasks['Survey the well'] ?? '' };
      const { data } = (await founder.get('task-file/list/', query)).body;
      return JSON.stringify(data);
    })
    .toContain('"stored"');
});
