/** Files of a task: several at once, captions, order, the gallery, removal with undo; a person without the right. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { files as fileRows } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { fileAdd } from '../../../model/mutations/file/file-add.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { openTask, taskPanel, tile } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  expectTexts,
  expectUrl,
  file,
  fits,
  gone,
  press,
  resize,
  see,
} from './support/screen.ts';

const MAP = file('map.txt', 'North is up');
const LIST = file('list.txt', 'Rope, pegs');
const NOTE = file('note.txt', 'Ask Ben');

test('several files are added at once without a network, captioned, moved, opened and removed', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, project.path);
  const panel = await openTask('Survey');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByLabelText('Files of the task').upload([MAP, LIST, NOTE]);
  const tiles = files.getByRole('listitem');
  await expectTexts(tiles, [/map\.txt/, /list\.txt/, /note\.txt/]);
  await expect.element(tile('Survey')).toMatchTextContent('3');
  await expectAccessible('files of a task');

  await button('Actions for file note.txt').click();
  await page.getByRole('menuitem', { name: 'Move earlier' }).click();
  await expectTexts(tiles, [/map\.txt/, /note\.txt/, /list\.txt/]);

  await button('Actions for file map.txt').click();
  await page.getByRole('menuitem', { name: 'Add caption' }).click();
  const gallery = page.getByRole('dialog', { name: /^File \d of 3/ });
  await gallery.getByLabelText('Caption').fill('The north face');
  await press('Enter');
  await expectAccessible('gallery');
  await press('Escape');
  await gone(gallery);
  await expectTexts(tiles, [/The north face/, /note\.txt/, /list\.txt/]);

  await tiles.nth(0).getByRole('button', { name: 'The north face' }).click();
  await expect.element(gallery).toHaveAccessibleName('File 1 of 3: map.txt');
  await press('ArrowRight');
  await expect.element(gallery).toHaveAccessibleName('File 2 of 3: note.txt');
  await press('Escape');

  await button('Actions for file list.txt').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expectTexts(tiles, [/The north face/, /note\.txt/]);
  await press('Control+z');
  await expectTexts(tiles, [/The north face/, /note\.txt/, /list\.txt/]);
  await expect.poll(device.outbox).toContain('task-file-add');
});

test('the files of a project name their task, and open it, without a network', async () => {
  const organization = await createOrganization();
  const long = 'Survey of the abutments '.repeat(4).trim();
  const project = await organization.makeProject({ cards: { 'To do': [long, 'Rope'] } });
  const rope = project.tasks['Rope'] ?? '';
  const add = async (name: string) => {
    const id = freshId();
    const details = { media_type: 'text/plain', size: 3, digest: 'a'.repeat(64) };
    await organization.apply(fileAdd, { id, scope: projectScope(project.id), name, ...details });
    return id;
  };
  await add('loose.txt');
  const attachment = await add('said.txt');
  const comment = freshId();
  await organization.apply(commentCreate, {
    id: comment,
    project: project.id,
    task: rope,
    comment: 'It frays',
    attachment,
  });
  await open(organization, project.path);
  const panel = await openTask(long);
  await panel.getByLabelText('Files of the task').upload([MAP]);
  await see(panel.getByText('map.txt'));

  const tab = `${project.path.replace('/workspace/', '/project-dashboard/')}?tab=files`;
  await load(tab);
  const list = page.getByRole('list', { name: 'Files' });
  const item = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect.element(item('said.txt')).toMatchTextContent('Rope · Comment');
  await see(item('map.txt').getByRole('link', { name: long }));
  await see(item('loose.txt'));
  await gone(item('loose.txt').getByRole('link'));
  await expectAccessible('files of a project');
  expect(await fits(list)).toBe(true);
  await resize(390, 844);
  expect(await fits(list)).toBe(true);
  await item('map.txt').getByRole('link', { name: long }).click();
  await see(taskPanel(long));
  await load(tab);
  await item('said.txt').getByRole('link', { name: 'Rope' }).click();
  await expectUrl(new RegExp(`task=${rope}&comment=${comment}`));
  await see(taskPanel('Rope'));
});

test('a recording that another tab went on with is attached as it is now', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, project.path);
  const place = `task:${project.tasks['Survey']}`;
  const note = (bytes: number) => new File([new Uint8Array(bytes)], 'Note.webm');
  await device.keepShot('shot', note(1_500), place);
  const panel = await openTask('Survey');
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  await see(left);
  await device.keepShot('shot', note(3_500), place);
  await left.getByRole('button', { name: 'Attach' }).click();
  await expectTexts(panel.getByRole('region', { name: /^Files/ }).getByRole('listitem'), [
    /Note\.webm/,
  ]);
  await gone(left);
  expect(await device.rows(fileRows)).toMatchObject([{ name: 'Note.webm', size: 3_500 }]);
});

test('a member who may not edit the task sees its files and adds none', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Survey'] },
    members: [mia],
  });
  await open(organization, project.path, mia);
  const panel = await openTask('Survey');
  const files = panel.getByRole('region', { name: /^Files/ });
  await see(files.getByText('No files yet'));
  await gone(files.getByRole('button', { name: 'Add files' }));
});

test.each([
  ['NotAllowedError', 'Cairn may not use the camera.'],
  ['NotFoundError', 'This device has no camera.'],
  ['NotReadableError', 'The camera is in use by another application.'],
])('a camera that fails with %s says why, and the shutter is disabled', async (name, text) => {
  const { camera } = await openFailingCamera(name);
  await expect.element(camera.getByRole('alert')).toMatchTextContent(text);
  const shutter = camera.getByRole('button', { name: 'Take a photo' });
  await expect.element(shutter).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible('camera');
  await camera.getByRole('button', { name: 'Close' }).click();
  await gone(camera);
});

test('Escape closes the camera and not the task behind it when the focused control was removed', async () => {
  const { panel, camera } = await openFailingCamera('NotFoundError');
  await see(camera.getByRole('alert'));
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  await press('Escape');
  await gone(camera);
  await see(panel);
});

async function openFailingCamera(error: string) {
  const asked = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('', error));
  onTestFinished(() => asked.mockRestore());
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, project.path);
  const panel = await openTask('Survey');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByRole('button', { name: 'Take photo' }).click();
  return { panel, camera: page.getByRole('dialog', { name: 'Camera' }) };
}
