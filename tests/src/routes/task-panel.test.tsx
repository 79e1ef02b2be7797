/** The open task: its subtasks, and its comments and history. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { subtaskAssign } from '../../../model/mutations/subtask/subtask-assign.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { load, open } from './support/app.tsx';
import { comment, openTask, taskPanel } from './support/board.ts';
import { deferReads } from './support/deferred-writes.ts';
import {
  createOrganization,
  freshId,
  type Organization,
  type Project,
} from './support/organization.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, expectUrl, gone, press, see, step, type } from './support/screen.ts';

async function addSubtask(organization: Organization, project: Project, name: string) {
  const id = freshId();
  await organization.apply(subtaskCreate, {
    id,
    project: project.id,
    task: project.tasks['Rope'] ?? '',
    rank: 'V',
    name,
    start_date: null,
    end_date: null,
    is_completed: false,
    document: null,
  });
  return id;
}

/** Opens a task while the members of its project cannot be read. */
async function openWithoutMembers() {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  // A screen that reads no members: a live query reuses what another one has read.
  await open(organization, '/notes-view');
  await see(page.getByRole('heading', { name: 'Notes', level: 1 }));
  const readOn = await deferReads(teamMembers);
  await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}`);
  const panel = taskPanel('Rope');
  return { readOn, panel, field: panel.getByLabelText('Write a comment') };
}

test('a comment that is sent before the members of the project are read is sent as soon as they are', async () => {
  const { readOn, panel, field } = await openWithoutMembers();
  await field.fill('Twelve of them');
  await press('Control+Enter', field);
  await type(', dry');
  await expect.element(field).toHaveValue('Twelve of them, dry');
  await readOn();
  await expect.element(panel.getByRole('listitem')).toMatchTextContent('Twelve of them, dry');
  await expect.element(field).toHaveValue('');
});

test('Control+Enter in an empty field sends nothing that is typed before the members are read', async () => {
  const { readOn, panel, field } = await openWithoutMembers();
  await press('Control+Enter', field);
  await type('Twelve @');
  await readOn();
  await see(panel.getByRole('listbox', { name: 'Mention' }));
  await gone(panel.getByRole('listitem'));
  await expect.element(field).toHaveValue('Twelve @');
});

test('a subtask opens in place, is assigned, dated and renamed there, and has an address', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [sofia],
  });
  const id = await addSubtask(organization, project, 'Cut');
  await open(organization, project.path);
  const panel = await openTask('Rope');
  const row = button('Cut', panel);
  const fields = panel.getByRole('region', { name: 'Subtask Cut' });

  await step('the face in the row and the key A set the assignee', async () => {
    await button('Assignee of subtask Cut: nobody', panel).click();
    const picker = page.getByRole('dialog', { name: 'Assignee of Cut' });
    await picker.getByRole('option', { name: 'Sofia Marsh' }).click();
    await see(button('Assignee of subtask Cut: Sofia Marsh', panel));
    await press('a', row);
    await picker.getByRole('option', { name: 'Nobody' }).click();
    await see(button('Assignee of subtask Cut: nobody', panel));
    await press('Control+z');
    await see(button('Assignee of subtask Cut: Sofia Marsh', panel));
  });
  await step('its fields are in the panel of the task; Back and Escape close them', async () => {
    await row.click();
    await expectUrl(new RegExp(`subtask=${id}`));
    await see(button('Assignee: Sofia Marsh', fields));
    await expect.element(page.getByRole('dialog')).toHaveLength(1);
    history.back();
    await gone(fields);
    await see(panel);
    await row.click();
    await see(fields);
    await press('Escape');
    await gone(fields);
    await see(panel);
    await expect.element(row).toHaveFocus();
    await row.click();
  });
  await step('a date by its picker', async () => {
    await button('Due date: No Due Date', fields).click();
    await page.getByRole('dialog', { name: 'Due date of Cut' }).getByText('Today').click();
    await see(button('Due date: Today', fields));
    await expectAccessible('a subtask in the panel of its task');
  });
  await step('the address opens it; the name is changed in place', async () => {
    await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}&subtask=${id}`);
    await see(fields);
    await button('Rename subtask Cut', panel).click();
    await expect.element(panel.getByLabelText('Subtask name')).toHaveFocus();
    await type('Cut and whip');
    await press('Enter');
    await see(button('Cut and whip', panel));
  });
  await step('the address of one that is gone says so', async () => {
    await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}&subtask=${freshId()}`);
    await see(taskPanel('Rope').getByText('This subtask is not here any more'));
  });
});

test('the assignee of a subtask ticks it without a part in the task, and cannot change it', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [sofia],
  });
  const id = await addSubtask(organization, project, 'Cut');
  const device = await open(organization, project.path, sofia);
  const panel = await openTask('Rope');
  const checkbox = panel.getByRole('checkbox', { name: 'Completed: Cut' });
  await expect.element(checkbox).toBeDisabled();
  await organization.apply(subtaskAssign, {
    id,
    project: project.id,
    assigned_to: sofia.orgUserId,
  });
  await device.receive();
  await see(panel.getByText('Assigned to Sofia Marsh'));
  await checkbox.click();
  await expect.element(checkbox).toBeChecked();
  await button('Cut', panel).click();
  const fields = panel.getByRole('region', { name: 'Subtask Cut' });
  await see(fields);
  await gone(fields.getByRole('button', { name: 'Assignee' }));
});

test('comments and history are one stream with a switch; without a network it says what is missing', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await organization.apply(commentCreate, {
    id: freshId(),
    project: project.id,
    task: project.tasks['Rope'] ?? '',
    comment: 'Twenty metres',
    attachment: null,
  });
  await open(organization, project.path);
  const panel = await openTask('Rope');
  const stream = panel.getByRole('region', { name: 'Activity' });
  const choice = (name: string) => stream.getByRole('radio', { name });
  const comments = stream.getByRole('listitem').filter({ hasText: 'Twenty metres' });
  const notice = stream.getByText('The history is read from the server');

  await step('all: the comments are there, and the missing history is named', async () => {
    await expect.element(choice('All')).toBeChecked();
    await see(comments);
    await see(notice);
    await see(stream.getByText('All comments on this device are listed.'));
    await expectAccessible('the stream of a task');
  });
  await step('comments alone need no server; the choice is remembered', async () => {
    await press('ArrowRight', choice('All'));
    await expect.element(choice('Comments 1')).toBeChecked();
    await gone(notice);
    await see(comments);
    await comment(panel, 'Or thirty');
    await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}`);
    await expect.element(choice('Comments 2')).toBeChecked();
    await see(stream.getByText('Or thirty'));
  });
  await step('history alone has no comments, and keeps the field for one', async () => {
    await choice('History').click({ force: true });
    await gone(comments);
    await see(notice);
    await see(panel.getByLabelText('Write a comment'));
  });
  await step('a comment that is sent meanwhile is shown', async () => {
    await comment(panel, 'Or forty');
    await expect.element(choice('All')).toBeChecked();
    await see(comments);
  });
  localStorage.removeItem('cairn-task-stream');
});

test('[OUT-7.6] a finished task that is opened is remembered, an open one is not', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Tar'] } });
  const id = project.tasks['Tar'] ?? '';
  await organization.apply(taskComplete, { id, done: true, at: '2026-01-01T00:00:00Z' });
  const { recentTasks } = await open(organization, project.path);
  await openTask('Rope');
  await openTask('Tar');
  await expect.poll(recentTasks).toEqual([id]);
});
