/** Two tabs of one browser that show the same half-typed text, or the same file that is not attached. */
import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { open } from './support/app.tsx';
import { openBoard, openTask } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { button, field, file, gone, press, see } from './support/screen.ts';

test('[CLIENT-14.7] a text that another tab has sent leaves the field, and one that was changed here stays', async () => {
  const { panel, device, form } = await openSurvey();
  const box = commentBox(panel);
  await box.fill('The well is dry');
  const other = await device.otherDrafts();
  const typed = other.read(form) ?? '';
  other.write(form, typed.replace('dry', 'full'));
  await expect.element(box).toHaveValue('The well is full');
  other.remove(form);
  await expect.element(box).toHaveValue('');

  await box.fill('The ford is open');
  await onDisk();
  const second = await device.otherDrafts();
  await box.fill('The ford is open again');
  await onDisk();
  const received: (string | null)[] = [];
  const listener = ({ newValue }: StorageEvent) => void received.push(newValue);
  window.addEventListener('storage', listener);
  onTestFinished(() => window.removeEventListener('storage', listener));
  second.remove(form);
  await expect.poll(() => received.some((entry) => entry?.includes('"text":null'))).toBe(true);
  await expect.element(box).toHaveValue('The ford is open again');
});

test('[FILE-1.12] a file that another tab has attached leaves the form and is not offered any more', async () => {
  const { panel, device, path, form } = await openSurvey();
  await device.keepShot(freshId(), file('well.jpg', 'A photo', 'image/jpeg'), form);
  await openBoard(path);
  await openTask('Survey');
  const left = panel.getByRole('region', { name: 'Not attached yet' });
  await panel.getByLabelText('Attach a file').first().upload(file('map.txt', 'North is up'));
  await see(button('Remove map.txt', panel));
  await expect.poll(device.shots).toEqual(['well.jpg', 'map.txt']);
  await device.dropShots();
  await see(page.getByText('"map.txt" was attached or discarded in another tab.'));
  await gone(button('Remove map.txt', panel));
  await gone(left);
  const box = commentBox(panel);
  await box.fill('The map');
  await press('Control+Enter', box);
  await expect.poll(device.outbox).toEqual(['comment-create']);
});

test('[FILE-1.12] a file of a form that another tab has attached leaves it, and the others are attached', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  await organization.apply(taskEdit, { id: project.tasks['Gate'] ?? '', asks: ['photo'] });
  const device = await open(organization, project.path);
  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  await field('Completed by Employee', await openTask('Gate')).click();
  await see(dialog);
  const input = dialog.getByLabelText('Photos of the work');
  await input.upload(file('hinge.jpg', 'A hinge', 'image/jpeg'));
  await expect.poll(device.shots).toEqual(['hinge.jpg']);
  await see(button('Remove hinge.jpg', dialog));
  await device.dropShots();
  await see(page.getByText('"hinge.jpg" was attached or discarded in another tab.'));
  await gone(button('Remove hinge.jpg', dialog));
  await input.upload(file('lock.jpg', 'A lock', 'image/jpeg'));
  await see(button('Remove lock.jpg', dialog));
  await button('Mark as done', dialog).click();
  await gone(dialog);
  expect(await device.outbox()).toEqual(['file-add', 'task-complete-employee']);
});

test('[FILE-1.12] a file that another tab has attached as soon as it was stored leaves the form', async () => {
  const { panel, device } = await openSurvey();
  const { done } = await device.dropNextShot();
  await panel.getByLabelText('Attach a file').first().upload(file('map.txt', 'North is up'));
  await done;
  await see(page.getByText('"map.txt" was attached or discarded in another tab.'));
  await gone(button('Remove map.txt', panel));
});

/** Waits until local storage has no draft any more that is not on the disk. */
const onDisk = () =>
  expect
    .poll(() => Object.keys(localStorage).filter((name) => name.startsWith('cairn-draft:')))
    .toEqual([]);

const commentBox = (panel: Locator) => panel.getByLabelText('Write a comment');

async function openSurvey() {
  const organization = await createOrganization();
  const { path, tasks } = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, path);
  const panel = await openTask('Survey');
  return { panel, device, path, form: `comment:${tasks['Survey'] ?? ''}` };
}
