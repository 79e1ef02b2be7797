/** Half-typed texts and chosen files: kept, or discarded after a question. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { directScope } from '../../../model/entities/scopes.ts';
import { groupCreate } from '../../../model/mutations/chat/group-create.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { personSetActive } from '../../../model/mutations/person/person-set-active.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { column, openTask, taskPanel } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  expectTexts,
  field,
  file,
  focus,
  gone,
  press,
  see,
  step,
  writeNote,
} from './support/screen.ts';

const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });

test('a typed reason to send a task back is discarded after a question only', async () => {
  const { panel, device } = await openTicked();
  const reason = await typeReason(panel, 'The hinge squeaks');
  await press('Escape', reason);
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect.element(reason).toHaveValue('The hinge squeaks');
  await button('Cancel', panel).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await gone(reason);
  await button('Send back…', panel).click();
  await expect.element(reason).toHaveValue('');
  await press('Escape', reason);
  await gone(reason);
  expect(await device.outbox()).toEqual([]);
});

test('a typed reason stays with a task that somebody archives meanwhile, and can be sent', async () => {
  const { organization, project, panel, device } = await openTicked();
  const reason = await typeReason(panel, 'The hinge squeaks');
  const id = project.tasks['Gate'] ?? '';
  await organization.apply(taskArchive, { id, status: false });
  await device.receive();
  await see(button('Unarchive', panel).or(page.getByText('Archived').first()));
  await expect.element(reason).toHaveValue('The hinge squeaks');
  await load(`${project.path}?task=${id}`);
  await expect.element(reason).toHaveValue('The hinge squeaks');
  await button('Send back', taskPanel('Gate')).click();
  await gone(reason);
  await gone(button('Send back…', taskPanel('Gate')));
  expect(await device.outbox()).toEqual(['task-send-back']);
});

test('half-typed names of a card, a label and a channel survive a reload; Escape keeps the old one', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await organization.apply(labelCreate, { id: freshId(), project: project.id, name: 'Camp' });
  const group = freshId();
  await organization.apply(groupCreate, { id: group, name: 'Ridge', members: [] });
  const device = await open(organization, project.path);

  await step('a card', async () => {
    const name = page.getByLabelText('Card name');
    await column('To do').hover();
    await button('Rename To do').click();
    await name.fill('Next week');
    await load(project.path);
    await expect.element(name).toHaveValue('Next week');
    await press('Escape', name);
    await see(column('To do'));
    await load(project.path);
    await see(column('To do'));
    await gone(name);
  });

  await step('a label', async () => {
    const path = `/home-view?panel=labels&project=${project.id}`;
    const name = page.getByLabelText('New name of Camp');
    await load(path);
    await button('Rename Camp').click();
    await name.fill('Base camp');
    await load(path);
    await expect.element(name).toHaveValue('Base camp');
    await button('Cancel').click();
    await gone(name);
    await load(path);
    await see(button('Rename Camp'));
  });

  await step('a channel', async () => {
    const path = `/chat/users-list?channel=${group}`;
    const name = page.getByLabelText('Group Name');
    await load(path);
    await button('Add Team Member').click();
    await name.fill('High ridge');
    await load(path);
    await button('Add Team Member').click();
    await expect.element(name).toHaveValue('High ridge');
    await button('Rename').click();
    await see(page.getByRole('heading', { name: 'High ridge', level: 1 }));
    await load(path);
    await button('Add Team Member').click();
    await expect.element(name).toHaveValue('High ridge');
  });
  expect(await device.outbox()).toEqual(['group-rename']);
});

test('Escape keeps the name of a tag of notes, and a half-typed one survives a reload', async () => {
  const organization = await createOrganization();
  const device = await open(organization, '/notes-view');
  await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'Trip' });
  const tag = page.getByLabelText('Name of the tag Trip');
  await button('Edit tags').click();
  await tag.fill('Trip HALF');
  await press('Escape', tag);
  await expect.element(tag).toHaveValue('Trip');
  await press('Escape', tag);
  await gone(tag);
  await expect.element(button('Edit tags')).toHaveFocus();
  await button('Edit tags').click();
  await expect.element(tag).toHaveValue('Trip');
  await tag.fill('Long trip');
  await load('/notes-view');
  await button('Edit tags').click();
  await expect.element(tag).toHaveValue('Long trip');
  await press('Enter', tag);
  await see(page.getByLabelText('Name of the tag Long trip'));
  expect(await device.outbox()).toEqual(['note-tag-create', 'note-create', 'note-tag-edit']);
});

test('a half-typed e-mail address of the profile survives a reload, the password with it does not', async () => {
  await open(await createOrganization(), '/profilepage');
  const address = page.getByLabelText('New e-mail address');
  const password = page
    .getByRole('region', { name: 'E-mail address' })
    .getByLabelText('Your password', { exact: true });
  await button('Change e-mail address').click();
  await address.fill('ada@new.test');
  await password.fill('correct horse');
  await load('/profilepage');
  await expect.element(address).toHaveValue('ada@new.test');
  await expect.element(password).toHaveValue('');
  await address.fill('');
  await load('/profilepage');
  await see(button('Change e-mail address'));
});

test('chosen photos of a finished task are discarded after a question only', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  await organization.apply(taskEdit, { id: project.tasks['Gate'] ?? '', asks: ['photo'] });
  await open(organization, project.path);
  const panel = await openTask('Gate');
  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  const photo = dialog.getByRole('img', { name: 'gate.jpg' });
  const choose = async () => {
    await field('Completed by Employee', panel).click();
    await see(dialog);
  };
  await choose();
  await press('Escape');
  await gone(dialog);
  await choose();
  const input = dialog.getByLabelText('Photos of the work');
  await input.upload(file('gate.jpg', 'A photo', 'image/jpeg'));
  await see(photo);
  await focus(button('Add photos', dialog));
  for (const again of [1, 2, 3]) {
    await step(`Escape, time ${again}`, async () => {
      await press('Escape');
      await see(question);
      await press('Escape');
      await gone(question);
      await see(photo);
      await expect.element(dialog.getByRole('button', { name: 'Add photos' })).toHaveFocus();
    });
  }
  await button('Cancel', dialog).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await gone(dialog);
});

test('what was typed and chosen for a person who leaves is shown with Copy, Save and Discard', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Member');
  const path = `/chat/chat-area/${ben.userId}`;
  const device = await open(organization, path);
  const place = `chat:${directScope(organization.founder.orgUserId, ben.orgUserId)}`;
  await device.keepShot(freshId(), file('ford.jpg', 'A photo', 'image/jpeg'), place);
  await load(path);
  await page.getByLabelText('Message', { exact: true }).fill('Is the ford open?');
  await page.getByLabelText('Attach a file').first().upload(file('map.txt', 'North is up'));
  await see(button('Remove map.txt'));
  await organization.apply(personSetActive, { id: ben.orgUserId, active: false });
  await device.receive();
  await see(page.getByText('Ben Moor is no longer here.'));
  const typed = page.getByRole('region', { name: 'Not sent.' });
  await see(typed.getByText('Is the ford open?'));
  await see(button('Save map.txt'));
  await see(button('Save ford.jpg'));
  await expectAccessible('conversation with a person who has left');

  // The two have never exchanged a message: the conversation is listed for what is not sent.
  await load('/chat/users-list');
  const side = page.getByRole('complementary', { name: 'Conversations' });
  await side.getByLabelText('Search Person').fill('ben');
  await side.getByRole('link', { name: /Ben Moor/ }).click();
  await see(typed.getByText('Is the ford open?'));
  await see(button('Copy my text', typed));
  for (const name of ['map.txt', 'ford.jpg']) {
    await button(`Discard ${name}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await gone(button(`Save ${name}`));
  }
  await typed.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await gone(typed);
  expect(await device.shots()).toEqual([]);
  await load('/chat/users-list');
  await see(side.getByText('Nobody else is here yet'));
});

test('a person who leaves stays in the list while a text or a file for them is not sent', async () => {
  const organization = await createOrganization();
  const me = organization.founder.orgUserId;
  const people = ['Ada Ford', 'Ben Moor', 'Cleo Ridge'].map((name) =>
    organization.addPerson(name, 'Member'),
  );
  const [ada, ben] = people;
  const device = await open(organization, `/chat/chat-area/${ada?.userId ?? ''}`);
  await page.getByLabelText('Message', { exact: true }).fill('Is the ford open?');
  const place = `chat:${directScope(me, ben?.orgUserId ?? '')}`;
  await device.keepShot(freshId(), file('ford.jpg', 'A photo', 'image/jpeg'), place);
  for (const { orgUserId } of people) {
    await organization.apply(personSetActive, { id: orgUserId, active: false });
  }
  await device.receive();
  await load('/chat/users-list');
  const side = page.getByRole('complementary', { name: 'Conversations' });
  await expectTexts(side.getByRole('link'), [/Ada Ford/, /Ben Moor/]);
});

/** A task that its assignee has completed, opened by its creator. */
async function openTicked() {
  const organization = await createOrganization();
  const grace = organization.addPerson('Grace Hill', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': [] }, members: [grace] });
  const card = project.cards['To do'] ?? '';
  const id = await organization.makeTask({
    project: project.id,
    card,
    name: 'Gate',
    assignee: grace,
  });
  const at = new Date().toISOString();
  await organization.apply(taskCompleteEmployee, { id, done: true, at }, grace);
  const device = await open(organization, project.path);
  const panel = await openTask('Gate');
  return { organization, project: { ...project, tasks: { Gate: id } }, panel, device };
}

async function typeReason(panel: Locator, text: string): Promise<Locator> {
  await button('Send back…', panel).click();
  const reason = page.getByRole('textbox', { name: 'What is missing?' });
  await reason.fill(text);
  return reason;
}
