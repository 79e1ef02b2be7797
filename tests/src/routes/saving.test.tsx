/** A form that is saving sends once, and keeps text and files entered meanwhile. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { open } from './support/app.tsx';
import { column, openTask } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { choose, file, focus, gone, pill, press, see, step, type } from './support/screen.ts';

/** An empty file, which this device rejects. */
const EMPTY = file('empty.txt', '');
const MAP = file('map.txt', 'North is up');

test('an unsent file returns to the comment, or is reported where it cannot return', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, project.path);
  const panel = await openTask('Survey');
  const box = panel.getByLabelText('Write a comment');
  const picker = panel.getByLabelText('Attach a file').first();
  const refusal = page.getByRole('alertdialog').filter({ hasText: 'This file is empty' });
  const toast = page.getByText('"empty.txt" was not sent. Attach it again.');
  const isThere = (name: string) => panel.getByRole('button', { name: `Remove ${name}` });

  await step('with its text', async () => {
    await picker.upload(EMPTY);
    await box.fill('See the map');
    await press('Control+Enter', box);
    await see(refusal);
    await gone(isThere('empty.txt'));
    await refusal.getByRole('button', { name: 'OK' }).click();
    await see(isThere('empty.txt'));
    await expect.element(box).toHaveValue('See the map');
    await gone(toast);
  });

  await step('another file was picked meanwhile and waits for the first', async () => {
    const release = await deferWrites();
    await press('Control+Enter', box);
    await gone(isThere('empty.txt'));
    await picker.upload(MAP);
    await focus(box);
    await press('End');
    await type('Here');
    await press('Control+Enter');
    await see(isThere('map.txt'));
    await release();
    await refusal.getByRole('button', { name: 'OK' }).click();
    await see(toast);
    await see(isThere('map.txt'));
    await expect.element(box).toHaveValue('See the map\nHere');
    await page.getByLabelText('Messages').getByRole('button', { name: 'Close' }).click();
    await gone(toast);
  });

  await step('the task was closed meanwhile', async () => {
    await isThere('map.txt').click();
    await picker.upload(EMPTY);
    const release = await deferWrites();
    await press('Control+Enter', box);
    await gone(isThere('empty.txt'));
    await page.getByRole('button', { name: 'Close task' }).click();
    await release();
    await refusal.getByRole('button', { name: 'OK' }).click();
    await see(toast);
    await openTask('Survey');
    await expect.element(box).toHaveValue('See the map\nHere');
  });
});

test("a form's saved values equal its displayed ones: no switch, choice or list changes while it saves", async () => {
  const organization = await createOrganization();
  organization.addPerson('Ben Moor', 'Member');
  await open(organization, '/organization-info');

  await step('a level', async () => {
    await page.getByRole('tab', { name: 'Permission Level' }).click();
    await page.getByRole('button', { name: 'Add Role Level' }).click();
    const form = page.getByRole('dialog', { name: 'Add Role Level' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const right = form.getByLabelText('Delete access');
    await name.fill('Auditor');
    await form.getByLabelText('Order').fill('7');
    const release = await deferWrites();
    await press('Enter', name);
    await right.click({ force: true });
    await expect.element(right).not.toBeChecked();
    await press('Space', right);
    await expect.element(right).not.toBeChecked();
    await expect.element(right).toHaveFocus();
    await release();
    await see(form.getByText('Role level created'));
    await expect.element(name).toHaveValue('Auditor');
    await expect.element(right).toHaveFocus();
    await gone(form);
  });

  await step('a team', async () => {
    await page.getByRole('tab', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'Add Team' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Team' });
    const members = form.getByRole('combobox', { name: 'Members' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ropes');
    await choose(form, 'Members', 'Ben Moor');
    const pill = form.getByText('Ben Moor');
    await see(pill);
    const release = await deferWrites();
    await form.getByRole('button', { name: 'Add team' }).click();
    await press('Backspace', members);
    await see(pill);
    await release();
    await see(form.getByText('Team created'));
    await see(pill);
    await gone(form);
  });
});

test('Enter twice renames a todo, a card and a label once, and text typed afterwards is kept', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await organization.apply(todoCreate, { id: freshId(), name: 'Pack', rank: 'V', status: false });
  await organization.apply(labelCreate, { id: freshId(), project: project.id, name: 'Camp' });
  await open(organization, project.path);
  await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  const todo = page.getByRole('dialog', { name: /^Todo/ });

  await step('a todo', async () => {
    await todo.getByRole('button', { name: 'Rename Pack' }).click();
    await hurry(todo.getByLabelText('Name of Pack', { exact: true }), 'Pack ropes');
    await see(todo.getByRole('button', { name: 'Rename Pack ropes' }));
    await expect.element(page.getByText('Task name updated successfully!')).toHaveLength(1);
    await expect.element(pill()).toMatchTextContent('Offline, 1 waiting');
    await page.getByRole('button', { name: 'Close Todo' }).click();
  });

  await step('a card', async () => {
    await column('To do').getByRole('button', { name: 'Rename To do' }).click();
    await hurry(page.getByLabelText('Card name'), 'Doing');
    await see(column('Doing'));
    await expect.element(pill()).toMatchTextContent('Offline, 2 waiting');
  });

  await step('a label', async () => {
    await page.getByRole('button', { name: 'Board menu' }).click();
    await page.getByRole('menuitem', { name: 'Labels' }).click();
    const panel = page.getByRole('dialog', { name: 'Labels' });
    await panel.getByRole('button', { name: 'Rename Camp' }).click();
    await hurry(panel.getByLabelText('New name of Camp'), 'Base camp');
    await see(panel.getByRole('button', { name: 'Rename Base camp' }));
    await expect.element(pill()).toMatchTextContent('Offline, 3 waiting');
    await panel.getByRole('button', { name: 'Close' }).click();
  });
});

test('a field that is saved gives way to the new text, without the old one in between', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'Old card': ['Old task'] } });
  const task = project.tasks['Old task'] ?? '';
  await organization.apply(taskEdit, { id: task, description: 'Old description' });
  await organization.apply(commentCreate, {
    id: freshId(),
    project: project.id,
    task,
    comment: 'Old comment',
    attachment: null,
  });
  await open(organization, project.path);
  const save = async (box: Locator, text: string, key: string) => {
    await box.fill(text);
    const added: string[] = [];
    const observer = new MutationObserver((records) => {
      added.push(
        ...records.flatMap((one) => [...one.addedNodes].map((node) => node.textContent ?? '')),
      );
    });
    observer.observe(document.body, { subtree: true, childList: true });
    await press(key, box);
    await gone(box);
    observer.disconnect();
    expect(added.filter((text) => text.includes('Old'))).toEqual([]);
  };

  await step('a card', async () => {
    await column('Old card').getByRole('button', { name: 'Rename Old card' }).click();
    await save(page.getByLabelText('Card name'), 'New card', 'Enter');
    await see(column('New card'));
  });

  const panel = await openTask('Old task');
  await step('a comment', async () => {
    await panel.getByRole('button', { name: 'Actions for this comment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await save(panel.getByLabelText('Edit comment'), 'New comment', 'Control+Enter');
    await see(panel.getByText('New comment'));
  });

  await step('a description', async () => {
    await panel.getByRole('button', { name: 'Edit description' }).click();
    await save(panel.getByLabelText('Description', { exact: true }), 'New text', 'Control+Enter');
    await see(panel.getByText('New text'));
  });

  await step('a name', async () => {
    await panel.getByRole('button', { name: 'Old task', exact: true }).click();
    await save(page.getByLabelText('Task name', { exact: true }), 'New task', 'Enter');
    await see(page.getByRole('dialog', { name: 'New task' }));
  });
});

test('the next edit of a description stays where its task was closed while the one before was saved', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, project.path);
  const panel = await openTask('Survey');
  await panel.getByRole('button', { name: 'Edit description' }).click();
  const box = panel.getByLabelText('Description', { exact: true });
  await box.fill('By the ford');
  const release = await deferWrites();
  await press('Control+Enter', box);
  await page.getByRole('button', { name: 'Close task' }).click();
  await gone(box);
  await release();
  await expect.poll(device.outbox).toEqual(['task-edit']);
  await openTask('Survey');
  await panel.getByRole('button', { name: 'Edit description' }).click();
  await box.fill('By the ford, on the north bank');
  // Longer than a closed field could go on waiting for its text to be shown.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await expect.element(box).toHaveValue('By the ford, on the north bank');
});

test("a draft of a new label's name stays with its project", async () => {
  const organization = await createOrganization();
  const [one, other] = [
    await organization.makeProject({ name: 'Ridge trail' }),
    await organization.makeProject({ name: 'Night walk' }),
  ];
  await open(organization, `/home-view?panel=labels&project=${one.id}`);
  const field = page.getByLabelText('Name of a new label');
  await field.fill('Camp');
  goTo(`/home-view?panel=labels&project=${other.id}`);
  await expect.element(field).toHaveValue('');
  goTo(`/home-view?panel=labels&project=${one.id}`);
  await expect.element(field).toHaveValue('Camp');
});

/** Types the new name with Enter twice and further text, all before anything is saved. */
async function hurry(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  const release = await deferWrites();
  await press('Enter');
  await press('Enter');
  await type('!');
  await expect.element(field).toHaveValue(name);
  await expect.element(field).toHaveFocus();
  await release();
}

/** Navigates like a link of the app, without a page load. */
function goTo(address: string): void {
  history.pushState(null, '', address);
}
