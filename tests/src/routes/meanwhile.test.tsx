/** What a peer, another device or a later choice does while a form, a gallery or a message is open. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { labels } from '../../../model/entities/label.ts';
import { PERSONAL_SCOPE, projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { savedViews } from '../../../model/entities/saved-view.ts';
import { messages } from '../../../model/entities/message.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teams } from '../../../model/entities/team.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { memberRemove } from '../../../model/mutations/member/member-remove.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { fileAdd } from '../../../model/mutations/file/file-add.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { subtaskEdit } from '../../../model/mutations/subtask/subtask-edit.ts';
import { taskFileAdd } from '../../../model/mutations/task-file/task-file-add.ts';
import { taskFileEdit } from '../../../model/mutations/task-file/task-file-edit.ts';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { rankBetween } from '../../../model/shared/rank.ts';
import { load, open } from './support/app.tsx';
import { openAddTask, openTask, tile } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  choose,
  drawn,
  field,
  file,
  focus,
  gone,
  press,
  see,
  type,
} from './support/screen.ts';

test('the form of a team that somebody deletes closes, and adds no other team', async () => {
  const organization = await createOrganization();
  const id = freshId();
  await organization.apply(teamCreate, { id, name: 'Surveyors', members: [] });
  const device = await open(organization, `/organization-info?panel=team&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit team' });
  await field('Name', dialog).fill('Field crew');
  await device.lose(teams, id);
  await gone(dialog);
  await gone(page.getByRole('dialog'));
  await load('/organization-info?panel=team');
  await expect
    .element(field('Name', page.getByRole('dialog', { name: 'Add Team' })))
    .toHaveValue('');
});

test('a date that somebody sets while the form of a subtask is open stays when another field is saved', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  const id = freshId();
  await organization.apply(subtaskCreate, {
    id,
    project: project.id,
    task: project.tasks['Gate'] ?? '',
    rank: rankBetween(undefined, undefined),
    name: 'Hinges',
    start_date: null,
    end_date: null,
    is_completed: false,
    document: null,
  });
  const device = await open(organization, `/sub-task/w/${project.slug}/${project.id}/hinges/${id}`);
  await button('Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Update Subtask' });
  const name = field('Subtask name', dialog);
  await name.fill('Two hinges');
  await organization.apply(subtaskEdit, { id, end_date: '2031-05-20' });
  await device.receive();
  await expect.element(field('End date', dialog)).toHaveValue('20 May 2031');
  await expect.element(name).toHaveValue('Two hinges');
  await button('Update subtask', dialog).click();
  await gone(dialog);
  expect(await device.outbox()).toEqual(['subtask-edit']);
  const [row] = (await device.rowsAfterSync()).get(subtasks.table) ?? [];
  expect(row).toMatchObject({ name: 'Two hinges', end_date: '2031-05-20' });
});

test('a name that the person gives a view on another device stays when this one has typed nothing', async () => {
  const organization = await createOrganization();
  const id = freshId();
  const write = (name: string) =>
    organization.put(savedViews, {
      id,
      scope: PERSONAL_SCOPE,
      v: 1,
      name,
      search: JSON.stringify({ q: 'ropes' }),
      hidden: [],
      created_at: new Date().toISOString(),
      created_by: organization.founder.orgUserId,
    });
  write('Ropes');
  const device = await open(organization, '/organization/tasks-details');
  await button('Views').click();
  await button('Rename view Ropes').click();
  const name = field('New name of view');
  await expect.element(name).toHaveValue('Ropes');
  write('Ropes and pegs');
  await device.receive();
  await expect.element(name).toHaveValue('Ropes and pegs');
  await press('Enter', name);
  await gone(name);
  expect(await device.outbox()).toEqual([]);
  await expect
    .poll(async () => (await device.rows(savedViews)).map((view) => view.name))
    .toEqual(['Ropes and pegs']);
});

test('a new task is added without a label that is deleted and people who leave the project while its form is open', async () => {
  const organization = await createOrganization();
  const members = ['Lena Hill', 'Tom Weir'].map((name) => organization.addPerson(name, 'Member'));
  const [, tom] = members;
  const project = await organization.makeProject({ cards: { 'To do': [] }, members });
  const label = freshId();
  await organization.apply(labelCreate, { id: label, project: project.id, name: 'winter' });
  const device = await open(organization, project.path);
  const form = await openAddTask('To do');
  await field('Task name', form).fill('Gate');
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', 'Tom Weir');
  await choose(form, 'Label', 'winter');
  await choose(form, 'Collaborators', 'Lena Hill');
  await choose(form, 'Collaborators', 'Tom Weir');
  await organization.apply(labelDelete, { id: label });
  await organization.apply(memberRemove, { id: memberId(project.id, tom?.orgUserId ?? '') });
  await device.lose(labels, label);
  await device.lose(teamMembers, memberId(project.id, tom?.orgUserId ?? ''));
  await see(form.getByText('The label that was chosen here has been deleted.'));
  await expect.element(field('Label', form)).toHaveValue('');
  await expect.element(form.getByText('Cannot be chosen any more: Tom Weir')).toHaveLength(2);
  await expect.element(form.getByRole('combobox', { name: 'Assign to' })).toHaveValue('');
  await button('Add to To do', form).click();
  await see(form.getByText('Assign to is required'));
  await choose(form, 'Assign to', 'Lena Hill');
  await button('Add to To do', form).click();
  await gone(form);
  const [gate] = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  const lena = members[0]?.orgUserId;
  expect(gate).toMatchObject({ label: null, assigned_to: lena, collaborators: [lena] });
});

test('the gallery of a file that somebody removes stays closed when the task gets another file', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const task = project.tasks['Survey'] ?? '';
  const add = async (name: string) => {
    const [of, id] = [freshId(), freshId()];
    const details = { media_type: 'text/plain', size: 3, digest: 'a'.repeat(64) };
    const scope = projectScope(project.id);
    await organization.apply(fileAdd, { id: of, scope, name, ...details });
    const rank = rankBetween(undefined, undefined);
    const entry = { id, project: project.id, task, rank, file: of, caption: '' };
    await organization.apply(taskFileAdd, entry);
    return id;
  };
  const map = await add('map.txt');
  const device = await open(organization, project.path);
  const panel = await openTask('Survey');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByRole('listitem').getByRole('button', { name: 'map.txt' }).first().click();
  const gallery = page.getByRole('dialog', { name: /^File \d of \d/ });
  await see(gallery);
  await organization.apply(taskFileEdit, { id: map, status: false });
  await device.receive();
  await gone(gallery);
  await add('list.txt');
  await device.receive();
  await see(files.getByRole('listitem').getByRole('button', { name: 'list.txt' }).first());
  await gone(gallery);
});

test('a file that is chosen for an import while another one is read is the one that is imported', async () => {
  const organization = await createOrganization();
  await open(organization, '/home-view?panel=import');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = File.prototype.arrayBuffer;
  const spy = vi.spyOn(File.prototype, 'arrayBuffer').mockImplementation(async function slow(
    this: File,
  ) {
    if (this.name === 'large.csv') await promise;
    return await read.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  const input = dialog.getByLabelText('File').first();
  await input.upload(file('large.csv', 'Name\nRope\n', 'text/csv'));
  await see(button('Remove large.csv', dialog));
  await input.upload(file('right.csv', 'Name\nPegs\nLamp\n', 'text/csv'));
  await see(button('Remove right.csv', dialog));
  await see(dialog.getByText('Pegs'));
  resolve();
  await Promise.all(spy.mock.results.map(({ value }) => value));
  await drawn();
  await see(button('Remove right.csv', dialog));
  await see(dialog.getByText('Pegs'));
});

test('two files that another tab has attached are both named, where the clock of the browser is coarse too', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  await organization.apply(taskEdit, { id: project.tasks['Gate'] ?? '', asks: ['photo'] });
  const device = await open(organization, project.path);
  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  await field('Completed by Employee', await openTask('Gate')).click();
  const photos = ['hinge.jpg', 'lock.jpg'].map((name) => file(name, name, 'image/jpeg'));
  await dialog.getByLabelText('Photos of the work').upload(photos);
  await expect.poll(device.shots).toEqual(['hinge.jpg', 'lock.jpg']);
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => Math.floor(now() / 20) * 20);
  onTestFinished(() => spy.mockRestore());
  await device.dropShots();
  await see(page.getByText('"lock.jpg" was attached or discarded in another tab.'));
  await see(page.getByText('"hinge.jpg" was attached or discarded in another tab.'));
});

test('the offer to show a hidden task goes with its board', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Pegs', 'Rope'] } });
  const other = await organization.makeProject({ name: 'Ford', cards: { 'To do': ['Survey'] } });
  await open(organization, `${project.path}?q=pegs`);
  await button('Edit task', await openTask('Pegs')).click();
  const form = page.getByRole('dialog', { name: 'Update Task' });
  await field('Description', form).fill('By the ford');
  await field('Task name', form).fill('Poles');
  await button('Update task', form).click();
  const offer = page.getByText('“Poles” is in “To do”, hidden by the filter.');
  await see(offer);
  await page.getByRole('link', { name: 'Ford' }).first().click();
  await see(tile('Survey'));
  expect(offer.query()).toBeNull();
  expect(location.pathname + location.search).toBe(other.path);
});

test('a picker of a task that somebody archives closes, and stays closed when the task is back', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  const id = project.tasks['Rope'] ?? '';
  const device = await open(organization, project.path);
  await focus(button('Rope'));
  await press('p');
  const picker = page.getByRole('dialog', { name: 'Priority of Rope' });
  await see(picker);
  await organization.apply(taskArchive, { id, status: false });
  await device.receive();
  await gone(picker);
  await organization.apply(taskArchive, { id, status: true });
  await device.receive();
  await see(tile('Rope'));
  await drawn();
  await gone(picker);
});

test('a reply ends when the message is deleted, and keeps what was typed', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const group = freshId();
  await organization.apply(groupCreate, { id: group, name: 'Ridge', members: [ben.orgUserId] });
  const id = freshId();
  const scope = `group:${group}`;
  const write = (deleted: boolean) =>
    organization.put(messages, {
      id,
      scope,
      v: 1,
      seq: 1,
      author: ben.orgUserId,
      text: deleted ? '' : 'The code is 1234',
      reply_to: null,
      attachment: null,
      edited: false,
      deleted,
      reactions: {},
      created_at: new Date().toISOString(),
    });
  write(false);
  const device = await open(organization, `/chat/users-list?channel=${group}`);
  const log = page.getByRole('log');
  await log.getByRole('article').getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await see(page.getByText('Reply to Ben Moor'));
  const box = page.getByLabelText('Message', { exact: true });
  await box.fill('Thanks');
  write(true);
  await device.receive();
  await see(log.getByText('This message was deleted'));
  await gone(page.getByText('Reply to Ben Moor'));
  await gone(page.getByText('The code is 1234'));
  await expect.element(box).toHaveValue('Thanks');
});

test('a setting, a profile or a priority that is saving accepts no text, which would be lost', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject();
  const device = await open(
    organization,
    `/home-view?panel=project-settings&project=${project.id}`,
  );
  const save = async (name: Locator, text: string, isSaved: () => Promise<void>) => {
    await name.fill(text);
    await focus(name);
    const release = await deferWrites();
    await press('Enter');
    await press('Enter');
    await type(' and more');
    await expect.element(name).toHaveValue(text);
    await release();
    await isSaved();
  };
  await save(field('Project Name'), 'Ridge path', async () => {
    await expect.poll(device.outbox).toEqual(['project-edit']);
  });
  await load('/profilepage');
  await save(field('Full Name'), 'Ada Fields', async () => {
    await expect.poll(device.outbox).toEqual(['project-edit', 'profile-edit']);
  });

  await load('/home-view?panel=flags');
  await button('Edit Urgent').click();
  await save(field('Name of Urgent'), 'At once', async () => {
    await see(button('Edit At once'));
  });
  expect(await device.outbox()).toEqual(['project-edit', 'profile-edit', 'flag-edit']);
});

test('a description accepts no text while it is saved, which would be lost with the field', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, project.path);
  const panel = await openTask('Survey');
  await button('Edit description', panel).click();
  const text = panel.getByRole('textbox', { name: 'Description' });
  await text.fill('By rope');
  const release = await deferWrites();
  await press('Control+Enter', text);
  await type(' and more');
  await expect.element(text).toHaveValue('By rope');
  await release();
  await gone(text);
  await see(panel.getByText('By rope'));
});

test('a label that was added in a composer and deleted since is not offered there any more', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  const device = await open(organization, project.path);
  await button('Add task to To do').click();
  const text = page.getByLabelText('Task name for To do');
  await focus(text);
  await type('Paint the gate #winter');
  await see(page.getByRole('option', { name: 'Add label “winter”' }));
  await press('Enter');
  await expect.poll(device.outbox).toEqual(['label-create']);
  await button('Board menu').click();
  await page.getByRole('menuitem', { name: 'Labels' }).click();
  const panel = page.getByRole('dialog', { name: 'Labels' });
  await button('Delete winter', panel).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await gone(panel.getByText('winter'));
  await press('Escape');
  await gone(panel);
  await text.fill('');
  await focus(text);
  await type('Rope #winter');
  await see(page.getByRole('option', { name: 'Add label “winter”' }));
});
