/** The first content of a board, a project from another one, the next steps of a new organisation, a person without a project. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { boardAfterSync, column, expectBoard } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { button, expectTexts, field, gone, press, see, type } from './support/screen.ts';

test('an empty board takes a set of cards with one click, and Undo takes them back', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject();
  const device = await open(organization, project.path);
  await see(page.getByRole('heading', { name: 'Start this board' }));
  await expectAccessible('empty board');
  await button(/Planned.*On site.*To inspect.*Done/).click();
  const board = ['Planned', 'On site', 'To inspect', 'Done'].map((card) => ({ card, tasks: [] }));
  await expectBoard(board);
  expect(await boardAfterSync(device, project.id)).toEqual(board);
  await press('Control+z');
  await see(page.getByRole('heading', { name: 'Start this board' }));
});

test('Undo of the first cards of a board leaves those that are in use by then', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject();
  const device = await open(organization, project.path);
  await button(/Planned.*On site.*To inspect.*Done/).click();
  await see(column('Planned'));
  await button('Add task to Planned').click();
  await type('Gate');
  await press('Enter');
  await see(column('Planned').getByRole('button', { name: 'Gate', exact: true }));
  await press('Escape');
  await press('Control+z');
  await expectBoard([{ card: 'Planned', tasks: ['Gate'] }]);
  expect(await boardAfterSync(device, project.id)).toEqual([{ card: 'Planned', tasks: ['Gate'] }]);
});

test('an empty board takes cards, labels and open tasks of another project, without people and dates', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const source = await organization.makeProject({
    name: 'Hut',
    cards: { 'To do': [], Done: [] },
    members: [mia],
  });
  const card = source.cards['To do'] ?? '';
  const roof = await organization.makeTask({
    project: source.id,
    card,
    name: 'Check the roof',
    description: 'From the ladder',
    assignee: mia,
    end_date: '2026-03-09',
  });
  await organization.apply(labelCreate, { id: freshId(), project: source.id, name: 'Roof' });
  await organization.apply(subtaskCreate, {
    id: freshId(),
    project: source.id,
    task: roof,
    rank: 'V',
    name: 'Slates',
    start_date: null,
    end_date: null,
    is_completed: false,
    document: null,
  });
  const project = await organization.makeProject({ name: 'Bothy' });
  const device = await open(organization, project.path);
  await field('Same cards and labels as').click();
  await page.getByRole('option', { name: 'Hut' }).click();
  await page.getByLabelText('With its open tasks, without dates and people').click();
  await button('Copy').click();
  const board = [
    { card: 'To do', tasks: ['Check the roof'] },
    { card: 'Done', tasks: [] },
  ];
  await expectBoard(board);
  const rows = await device.rowsAfterSync();
  const here = (table: string) =>
    (rows.get(table) ?? []).filter((row) => row['project'] === project.id);
  expect(here('tasks')).toMatchObject([
    {
      description: 'From the ladder',
      end_date: null,
      assigned_to: organization.founder.orgUserId,
    },
  ]);
  expect(here('subtasks')).toMatchObject([{ name: 'Slates', is_completed: false }]);
  expect(here('labels')).toMatchObject([{ name: 'Roof' }]);
});

test('the form of the first card keeps the focus and the text of the next one', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject();
  const device = await open(organization, project.path);
  await button('Add Card').click();
  await field('Card name').fill('To do');
  await press('Enter');
  await type('Done');
  await gone(page.getByRole('heading', { name: 'Start this board' }));
  await expect.element(field('Card name')).toHaveFocus();
  await expect.element(field('Card name')).toHaveValue('Done');
  await press('Enter');
  const board = ['To do', 'Done'].map((card) => ({ card, tasks: [] }));
  await expectBoard(board);
  await press('Escape');
  await expect.element(button('Add Card')).toHaveFocus();
  expect(await boardAfterSync(device, project.id)).toEqual(board);
});

test('a new project starts with cards and with the members of a team, without a network', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const ben = organization.addPerson('Ben Moor', 'Member');
  await organization.apply(teamCreate, {
    id: freshId(),
    name: 'Ridge',
    members: [mia.orgUserId, ben.orgUserId],
  });
  await organization.makeProject();
  const device = await open(organization, '/home-view?panel=add-project');
  await field('Project Name').fill('Bothy');
  await field('Cards').click();
  await page.getByRole('option', { name: 'To do, Doing, Done' }).click();
  await page
    .getByRole('combobox', { name: 'Members' })
    .or(page.getByRole('textbox', { name: 'Members' }))
    .click();
  await page.getByRole('option', { name: 'Team Ridge' }).click();
  await button('Create project').click();
  await gone(page.getByRole('dialog', { name: 'Add Project' }));
  const rows = await device.rowsAfterSync();
  const project = rows.get('projects')?.find((row) => row['name'] === 'Bothy');
  const people = (rows.get('team_members') ?? [])
    .filter((row) => row['project'] === project?.id)
    .map((row) => row['organization_user']);
  expect(people.toSorted()).toEqual(
    [organization.founder, mia, ben].map(({ orgUserId }) => orgUserId).toSorted(),
  );
  expect(await boardAfterSync(device, project?.id ?? '')).toEqual([
    { card: 'To do', tasks: [] },
    { card: 'Doing', tasks: [] },
    { card: 'Done', tasks: [] },
  ]);
});

test('a task becomes a template, from which the menu of a card adds tasks with their subtasks', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Check a hut'], Done: [] } });
  await organization.apply(subtaskCreate, {
    id: freshId(),
    project: project.id,
    task: project.tasks['Check a hut'] ?? '',
    rank: 'V',
    name: 'Roof',
    start_date: null,
    end_date: null,
    is_completed: false,
    document: null,
  });
  const device = await open(organization, project.path);
  await button('Actions for Check a hut').click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await see(page.getByText('“Check a hut” saved as a template'));
  await button('Actions for card Done').click();
  await page.getByRole('menuitem', { name: 'Add from template' }).click();
  await page.getByRole('menuitem', { name: 'Check a hut' }).click();
  await expectBoard([
    { card: 'To do', tasks: ['Check a hut'] },
    { card: 'Done', tasks: ['Check a hut'] },
  ]);
  const rows = await device.rowsAfterSync();
  expect(rows.get('subtasks')?.map((row) => row['name'])).toEqual(['Roof', 'Roof']);

  await button('Board menu').click();
  await page.getByRole('menuitem', { name: 'Templates' }).click();
  const panel = page.getByRole('dialog', { name: 'Templates' });
  await expectAccessible('templates');
  await panel.getByRole('button', { name: 'Delete the template Check a hut' }).click();
  await see(panel.getByText('No templates yet'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(panel.getByText('Check a hut'));
});

test('after the first board Home names the next steps; a skipped one stays away', async () => {
  const organization = await createOrganization('Hill Paths');
  await open(organization, '/home-view');
  await page.getByLabelText('Name of the first project').click();
  await type('Hut extension');
  await press('Enter');
  await see(page.getByRole('region', { name: 'Board' }));
  await load('/home-view');
  const steps = page.getByRole('region', { name: 'Next steps' });
  await expectTexts(steps.getByRole('listitem'), [/invite people/, /Trello/]);
  await expectAccessible('next steps');
  await steps.getByRole('button', { name: 'Skip: Import' }).click();
  await steps.getByRole('button', { name: 'Invite people', exact: true }).click();
  await see(page.getByRole('dialog', { name: 'Invite Members' }));
  await load('/home-view');
  await expectTexts(steps.getByRole('listitem'), [/invite people/]);
  await steps.getByRole('button', { name: 'Skip: Invite people' }).click();
  await gone(steps);
});

test('a person without a project asks an administrator with one click', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  organization.addPerson('Ben Moor', 'Member');
  const device = await open(organization, '/home-view', mia);
  const list = page.getByRole('list', { name: 'People who can add you to a project' });
  await expectTexts(list.getByRole('listitem'), [/Ada Field/]);
  await list.getByRole('button', { name: 'Ask Ada Field' }).click();
  await expect.element(list.getByRole('button')).toBeDisabled();
  await expect.poll(device.outbox).toEqual(['message-send']);
  await load('/home-view');
  await expect.element(list.getByRole('button', { name: 'Ada Field is asked' })).toBeDisabled();
});
