/** Life cycle of cards and tasks, with undo. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { tasks } from '../../../model/entities/task.ts';
import { cardArchive } from '../../../model/mutations/card/card-archive.ts';
import { memberRemove } from '../../../model/mutations/member/member-remove.ts';
import { subtaskAssign } from '../../../model/mutations/subtask/subtask-assign.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { open } from './support/app.tsx';
import {
  boardAfterSync,
  boardOnScreen,
  column,
  expectBoard,
  openAddTask,
  tile,
} from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { choose, gone, press, see } from './support/screen.ts';

test('a task is archived, restored by Undo, archived again and unarchived from the panel', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs'] } });
  const device = await open(organization, project.path);
  const archive = async () => {
    await tile('Rope').hover();
    await page.getByRole('button', { name: 'Actions for Rope' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await gone(tile('Rope'));
  };
  await archive();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(boardOnScreen).toEqual([{ card: 'To do', tasks: ['Rope', 'Pegs'] }]);
  await archive();
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Tasks' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
  await expect.element(panel).toMatchTextContent('No description provided');
  await panel.getByRole('button', { name: 'Unarchive Rope' }).click();
  await see(page.getByText('Task successfully unarchived'));
  await press('Escape');
  await see(tile('Rope'));
  const shown = [{ card: 'To do', tasks: ['Rope', 'Pegs'] }];
  expect(boardOnScreen()).toEqual(shown);
  expect(await boardAfterSync(device, project.id)).toEqual(shown);
});

test('a task is deleted, restored by Undo, deleted again and restored from the panel', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs'] } });
  const device = await open(organization, project.path);
  const remove = async () => {
    await tile('Rope').click();
    await page.getByRole('button', { name: 'More for this task' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toMatchTextContent('sign-off steps');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await gone(tile('Rope'));
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(tile('Rope'));
  await remove();
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Tasks' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
  await see(panel.getByText('Erased after'));
  await panel.getByRole('button', { name: 'Restore Rope' }).click();
  await see(page.getByText('Task restored'));
  await press('Escape');
  await see(tile('Rope'));
  const shown = [{ card: 'To do', tasks: ['Rope', 'Pegs'] }];
  expect(boardOnScreen()).toEqual(shown);
  expect(await boardAfterSync(device, project.id)).toEqual(shown);
});

test('a task whose card is archived returns to the first card of the board, and Undo reverts both', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'], Later: ['Pegs'] },
  });
  const [id, card] = [project.tasks['Pegs'] ?? '', project.cards['Later'] ?? ''];
  await organization.apply(taskArchive, { id, status: false });
  await organization.apply(cardArchive, { id: card, status: false });
  const device = await open(organization, project.path);
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Tasks' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
  await panel.getByRole('button', { name: 'Unarchive Pegs' }).click();
  await see(page.getByText('Task unarchived in “To do”, because its own card is archived'));
  await press('Escape');
  await expectBoard([{ card: 'To do', tasks: ['Rope', 'Pegs'] }]);
  await press('Control+z');
  await expectBoard([{ card: 'To do', tasks: ['Rope'] }]);
  const rows = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  const row = rows.map((one) => tasks.parse(one)).find((one) => one.id === id);
  expect(row).toMatchObject({ status: false, card });
});

test('a card is renamed, moved and archived with its tasks, and restored completely', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope', 'Pegs'], Done: [] },
  });
  const device = await open(organization, project.path);

  await column('To do').hover();
  await page.getByRole('button', { name: 'Rename To do' }).click();
  const name = page.getByLabelText('Card name');
  await name.fill('x');
  await gone(page.getByRole('button', { name: 'Save' }));
  await name.fill('Next');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('button', { name: 'Rename Next' })).toHaveFocus();
  await page.getByRole('button', { name: 'Actions for card Next' }).click();
  await page.getByRole('menuitem', { name: 'Move right' }).click();
  await expect.poll(boardOnScreen).toEqual([
    { card: 'Done', tasks: [] },
    { card: 'Next', tasks: ['Rope', 'Pegs'] },
  ]);
  await page.getByRole('button', { name: 'Actions for card Next' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await gone(column('Next'));
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Cards' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Cards' });
  await expect.element(panel).toMatchTextContent('(2 tasks)');
  await panel.getByRole('button', { name: 'Unarchive Next' }).click();
  await expect.element(column('Next').getByRole('article')).toHaveLength(2);
  expect(await boardAfterSync(device, project.id)).toEqual(boardOnScreen());
});

test('the copy of a task says which part of it could not be copied, and why', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [ben],
  });
  const id = freshId();
  await organization.apply(subtaskCreate, {
    id,
    project: project.id,
    task: project.tasks['Rope'] ?? '',
    rank: 'V',
    name: 'Cut',
    start_date: null,
    end_date: null,
    is_completed: false,
    document: null,
  });
  const assigned_to = ben.orgUserId;
  await organization.apply(subtaskAssign, { id, project: project.id, assigned_to });
  await organization.apply(memberRemove, { id: memberId(project.id, ben.orgUserId) });
  const device = await open(organization, project.path);
  await tile('Rope').hover();
  await page.getByRole('button', { name: 'Actions for Rope', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await see(
    page.getByText(
      'Task duplicated, but not all of it: Subtasks are assigned to team members only',
    ),
  );
  expect(await device.outbox()).toEqual(['task-create', 'subtask-create']);
});

test('names of 100 characters are refused in the form, 99 are accepted; an emoji counts as one', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, project.path);
  const form = await openAddTask('To do');
  const submit = form.getByRole('button', { name: 'Add to To do' });
  await form.getByLabelText('Task name').fill('🪨'.repeat(100));
  await expect
    .element(form)
    .toMatchTextContent('Task name should not exceed more than 100 characters !!');
  await expect.element(submit).toBeDisabled();
  await form.getByLabelText('Task name').fill('🪨'.repeat(99));
  await submit.click();
  await expect.element(form).toMatchTextContent('Priority is required');
  await expect.element(form).toMatchTextContent('Assign to is required');
  await choose(form, 'Priority', 'High');
  await choose(form, 'Assign to', 'Ada Field');
  await submit.click();
  await see(tile('🪨'.repeat(99)));
});
