/** Files and texts that the server does not have: kept in the outbox panel, removed only after a question. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tasks } from '../../../model/entities/task.ts';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { openTask } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { button, expectTexts, file, gone, openOutbox, see } from './support/screen.ts';

async function withFile() {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, project.path);
  const panel = await openTask('Survey');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByLabelText('Files of the task').upload([file('map.txt', 'North is up')]);
  await expectTexts(files.getByRole('listitem'), [/map\.txt/]);
  return { device, tiles: files.getByRole('listitem') };
}

test('[FILE-2.13] a file that has no row any more is saved from the outbox panel', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const { device } = await withFile();
  await device.refuseFiles('parent_gone');
  const outbox = await openOutbox();
  await see(outbox.getByText('Upload "map.txt"'));
  await gone(outbox.getByRole('button', { name: 'Try again' }));
  await expectAccessible('outbox with a file');
  await outbox.getByRole('button', { name: 'Save file map.txt' }).click();
  await expect.poll(() => saved).toEqual(['map.txt']);
  await outbox.getByRole('button', { name: 'Discard' }).click();
  await see(page.getByRole('alertdialog').getByText(/Its only copy is deleted/));
});

test('[FILE-2.8] the only copy of a refused file is removed after a question', async () => {
  const { device, tiles } = await withFile();
  await device.refuseFiles('too_large');
  await button('Remove map.txt').click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove this file?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await gone(dialog);
  await expectTexts(tiles, [/map\.txt/]);
  await button('Remove map.txt').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectTexts(tiles, []);
});

test('a photo whose task is gone is listed, saved, and discarded after a question (decision 0088)', async () => {
  const organization = await createOrganization();
  const device = await open(organization, '/notes-view');
  await device.keepShot(freshId(), file('well.jpg', 'only copy'), `comment:${freshId()}`);
  const outbox = await openOutbox();
  await see(outbox.getByRole('button', { name: 'Save well.jpg' }));
  await gone(outbox.getByText('Everything is saved on the server'));
  await expectAccessible('outbox with a photo whose task is gone');
  await outbox.getByRole('button', { name: 'Discard well.jpg' }).click();
  const dialog = page.getByRole('alertdialog');
  await see(dialog.getByText('It is only on this device.'));
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await see(outbox.getByText('Everything is saved on the server'));
});

test('a half-typed text whose task is gone is listed, and discarded after a question', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey', 'Signs'] } });
  const device = await open(organization, project.path);
  for (const [task, text] of [
    ['Survey', 'The well is dry'],
    ['Signs', 'Two are missing'],
  ] as const) {
    const panel = await openTask(task);
    await panel.getByRole('textbox', { name: 'Comment' }).fill(text);
    await button('Close task', panel).click();
    await gone(panel);
  }
  const [survey] = (await device.rows(tasks)).filter(({ name }) => name === 'Survey');
  await device.lose(tasks, survey?.id ?? '');
  await see(page.getByRole('link', { name: '1 needs attention. Open unsent changes' }));
  const outbox = await openOutbox();
  const section = outbox.getByRole('region', { name: 'Typed, not sent' });
  await expectTexts(section.getByRole('listitem'), [/^Comment\s*The well is dry/]);
  await gone(outbox.getByText('Everything is saved on the server'));
  await expectAccessible('outbox with a text whose task is gone');
  await section.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await see(outbox.getByText('Everything is saved on the server'));
  await gone(section);
  await gone(page.getByText('1 needs attention'));
});
