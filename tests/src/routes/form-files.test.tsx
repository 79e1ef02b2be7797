/** Files that are chosen in the fields of forms: kept before they are attached, as those of comments are. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { openAddTask, openTask } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { button, choose, field, file, gone, see } from './support/screen.ts';

const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
const offer = (within: Locator) => within.getByRole('region', { name: 'Not attached yet' });
const PHOTO = file('well.jpg', 'A photo', 'image/jpeg');

test('the image of a new task is offered after a reload, attached with it, and discarded after a question', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  const device = await open(organization, project.path);
  const form = await openAddTask('To do');
  const choosePhoto = async () => {
    await form.getByLabelText('Image', { exact: true }).upload(PHOTO);
    await see(button('Remove well.jpg', form));
    await expect.poll(device.shots).toEqual(['well.jpg']);
  };
  await field('Task name', form).fill('Clean the well');
  await choosePhoto();
  await load(project.path);
  await openAddTask('To do');
  await expect.element(offer(form)).toMatchTextContent('1 photo was not attached');
  await expectAccessible('new task with an image of an earlier visit');
  await offer(form).getByRole('button', { name: 'Attach' }).click();
  await see(button('Remove well.jpg', form));
  await gone(offer(form));
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', 'Ada Field');
  await button('Add to To do', form).click();
  await gone(form);
  expect(await device.outbox()).toEqual(['file-add', 'task-create']);
  expect(await device.shots()).toEqual([]);

  await openAddTask('To do');
  await gone(offer(form));
  await choosePhoto();
  await button('Cancel', form).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await gone(form);
  await expect.poll(device.shots).toEqual([]);
});

test('the photos of a finished task are offered after a reload, and sent with it', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  const id = project.tasks['Gate'] ?? '';
  await organization.apply(taskEdit, { id, asks: ['photo'] });
  const device = await open(organization, project.path);
  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  const finish = async () => {
    await field('Completed by Employee', await openTask('Gate')).click();
    await see(dialog);
  };
  await finish();
  const names = ['hinge.jpg', 'lock.jpg', 'sky.jpg'];
  const photos = names.map((name) => file(name, name, 'image/jpeg'));
  await dialog.getByLabelText('Photos of the work').upload(photos);
  await button('Remove sky.jpg', dialog).click();
  await expect.poll(device.shots).toEqual(['hinge.jpg', 'lock.jpg']);
  await load(project.path);
  await finish();
  await expect.element(offer(dialog)).toMatchTextContent('2 photos were not attached');
  await offer(dialog).getByRole('button', { name: 'Attach' }).click();
  await see(dialog.getByRole('img', { name: 'lock.jpg' }));
  await button('Mark as done', dialog).click();
  await gone(dialog);
  expect(await device.outbox()).toEqual(['file-add', 'file-add', 'task-complete-employee']);
  expect(await device.shots()).toEqual([]);
});

test('the document of a new sub-task and the image of a project are offered after a reload', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  const device = await open(organization, project.path);
  const subtask = page.getByRole('dialog', { name: 'Create New Subtask' });
  const openSubtask = async () => {
    await load(`${project.path}?task=${project.tasks['Gate'] ?? ''}&subtask=new`);
    await see(subtask);
  };
  await openSubtask();
  await subtask.getByLabelText('Document', { exact: true }).upload(PHOTO);
  await expect.poll(device.shots).toEqual(['well.jpg']);
  await openSubtask();
  await expect.element(offer(subtask)).toMatchTextContent('1 photo was not attached');

  const path = '/home-view?panel=add-project';
  await load(path);
  const form = page.getByRole('dialog', { name: 'Add Project' });
  await form.getByLabelText('Background image').upload(file('hut.jpg', 'A hut', 'image/jpeg'));
  await expect.poll(device.shots).toEqual(['well.jpg', 'hut.jpg']);
  await load(path);
  await expect.element(offer(form)).toMatchTextContent('1 photo was not attached');
});

test('the image of a new workspace is offered after a reload, added with it, and discarded after a question', async () => {
  const path = '/home-view?panel=add-workspace';
  const device = await open(await createOrganization(), path);
  const form = page.getByRole('dialog', { name: "Let's build a Workspace" });
  const chooseImage = async () => {
    await form.getByLabelText('Image', { exact: true }).upload(PHOTO);
    await see(button('Remove well.jpg', form));
    await expect.poll(device.shots).toEqual(['well.jpg']);
  };
  await field('Name', form).fill('Wells');
  await chooseImage();
  await load(path);
  await expect.element(offer(form)).toMatchTextContent('1 photo was not attached');
  await expect.element(field('Name', form)).toHaveValue('Wells');
  await offer(form).getByRole('button', { name: 'Attach' }).click();
  await see(button('Remove well.jpg', form));
  await button('Create workspace', form).click();
  await gone(form);
  expect(await device.outbox()).toEqual(['file-add', 'workspace-create']);
  expect(await device.shots()).toEqual([]);

  await load(path);
  await see(form);
  await gone(offer(form));
  await chooseImage();
  await button('Cancel', form).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await gone(form);
  await expect.poll(device.shots).toEqual([]);
});
