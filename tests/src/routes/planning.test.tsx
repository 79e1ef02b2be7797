/** Due dates and reminders: of todos in their panel, of tasks in the bell; several tags of a note. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { tasks } from '../../../model/entities/task.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { addDays, localDay } from '../../../model/shared/dates.ts';
import { dateWithYear } from '../../../src/ui/text/field-format.ts';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { taskPanel } from './support/board.ts';
import { createOrganization, freshId, type Organization } from './support/organization.ts';
import { button, expectTexts, gone, noteCard, press, see } from './support/screen.ts';

const bell = () => page.getByRole('button', { name: /^Notifications/ });
const inbox = () => page.getByRole('dialog', { name: 'Notifications' });
const entries = () => inbox().getByRole('tabpanel').getByRole('listitem');
const today = () => localDay(Date.now(), new Date().getTimezoneOffset());

test('a todo gets a due date and a reminder, and both can be undone', async () => {
  const organization = await createOrganization();
  await addTodo(organization, 'Buy rope');
  const device = await open(organization, '/home-view?panel=todo');
  const row = page.getByRole('dialog', { name: /^Todo/ }).getByRole('listitem');
  await button('Due date and reminder of Buy rope').click();
  const plan = page.getByRole('dialog', { name: 'Plan Buy rope' });
  await expectAccessible('plan of a todo');
  await plan.getByRole('button', { name: 'Tomorrow', exact: true }).click();
  await expect.element(row).toMatchTextContent('Tomorrow');
  await plan.getByRole('button', { name: 'Tomorrow morning' }).click();
  await expect.element(row).toMatchTextContent('Reminder Tomorrow 09:00');
  await expect
    .element(plan.getByLabelText('Due date'))
    .toHaveValue(dateWithYear(addDays(today(), 1)));
  await press('Escape');
  await gone(plan);
  await expect.element(button('Due date and reminder of Buy rope')).toHaveFocus();
  await press('Control+z');
  await expect.element(row).not.toMatchTextContent('Reminder');
  await press('Control+z');
  await expect.element(row).not.toMatchTextContent('Tomorrow');
  await expect.poll(device.outbox).toContain('todo-plan');
});

test('the bell reminds of a due date and of a todo, without a network, and keeps what was read', async () => {
  const organization = await createOrganization();
  const { founder } = organization;
  const project = await organization.makeProject({ name: 'Ridge', cards: { 'To do': [] } });
  await organization.makeTask({
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Check the rope',
    assignee: founder,
    end_date: addDays(today(), -1),
  });
  // The reminder of a day before the task existed reminds nobody.
  const [task] = organization.rows().get('tasks') ?? [];
  if (task !== undefined) {
    organization.put(tasks, { ...task, created_at: '2020-01-01T08:00:00Z' });
  }
  const past = new Date(Date.now() - 60_000).toISOString();
  await addTodo(organization, 'Call Ben', { remind_at: past });
  const device = await open(organization, '/home-view');
  await expect.element(bell()).toHaveAccessibleName('Notifications, 2 unread');
  await bell().click();
  await expectTexts(entries(), [
    /^Reminder: Call Ben.*Todo/,
    /Check the rope.*was due yesterday.*Ridge/,
  ]);
  await expectAccessible('reminders');
  await entries().nth(0).getByRole('button').first().click();
  await see(page.getByRole('dialog', { name: /^Todo/ }));
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread');
  await expect.poll(device.outbox).toEqual(['reminder-read']);
  await button('Close Todo').click();
  await bell().click();
  await entries().getByRole('button').first().click();
  await see(taskPanel('Check the rope'));
  await expect.element(bell()).toHaveAccessibleName('Notifications');
  await bell().click();
  await inbox().getByRole('tab', { name: 'All' }).click();
  await expect.element(entries()).toHaveLength(2);
  await inbox().getByRole('switch').click();
  await expect.element(entries()).toHaveLength(0);
  await inbox().getByRole('switch').click();
  await expect.element(entries()).toHaveLength(2);
});

test('a note has several tags; a tag is renamed, deleted with its filter, and comes back with its notes', async () => {
  const organization = await createOrganization();
  const [gear, trip] = [freshId(), freshId()];
  await organization.apply(noteTagCreate, { id: gear, name: 'gear' });
  await organization.apply(noteTagCreate, { id: trip, name: 'trip' });
  await organization.apply(noteCreate, {
    id: freshId(),
    title: 'Packing',
    note: 'Rope',
    tags: gear,
    other_tags: [trip],
  });
  await open(organization, '/notes-view');
  const filter = page.getByRole('group', { name: 'Filter by tag' });
  await filter.getByRole('button', { name: 'trip' }).click();
  await expect.element(noteCard('Packing')).toMatchTextContent('trip');
  await expect.element(noteCard('Packing')).toMatchTextContent('gear');

  await button('Edit tags').click();
  const name = page.getByLabelText('Name of the tag gear');
  await name.fill('kit');
  await press('Enter', name);
  await expect.element(filter).toMatchTextContent('kit');
  await expectAccessible('tags of notes');
  await button('Delete the tag trip').click();
  await press('Escape');
  await expect.element(filter).not.toMatchTextContent('trip');
  await expect.element(noteCard('Packing')).not.toMatchTextContent('trip');
  await press('Control+z');
  await expect.element(filter).toMatchTextContent('trip');
  await expect.element(noteCard('Packing')).toMatchTextContent('trip');
});

function addTodo(
  organization: Organization,
  name: string,
  plan: { readonly remind_at?: string } = {},
): Promise<void> {
  return organization.apply(todoCreate, { id: freshId(), name, rank: 'V', status: false, ...plan });
}
