/** Every screen without a finding of axe: wide and narrow, light and dark, in each theme colour. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { openAddTask, openTask, tile } from './support/board.ts';
import { createOrganization, type Organization, type Project } from './support/organization.ts';
import {
  button,
  gone,
  heading,
  openOutbox,
  press,
  resize,
  see,
  writeNote,
} from './support/screen.ts';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const;

for (const { name, width, height } of SIZES) {
  test(`no screen of a visitor has a finding, ${name}`, async () => {
    await resize(width, height);
    for (const path of [
      '/signup',
      '/organizationinvite/unknown',
      '/forgotpassword',
      '/nowhere',
      '/',
    ]) {
      await load(path);
      await see(page.getByRole('heading', { level: 1 }));
      await expectAccessible(path);
    }
  });

  test(`no screen has a finding, ${name}`, async () => {
    const organization = await createOrganization();
    const project = await someBoard(organization);
    await resize(width, height);
    await open(organization, '/home-view');
    await see(heading(/Ada Field/));
    await expectAccessible('home');
    for (const [path, shown] of [
      ['/workspace/dashboard', heading('Project Details')],
      ['/organization-info', heading('User Management')],
      ['/organization/tasks-details', heading('Overall Task')],
      ['/testingview', heading('Diagnostics')],
      ['/mytasks', heading('My Tasks')],
      ['/profilepage', heading('Profile')],
      ['/dashboard', heading('Dashboard')],
      ['/designation', heading('Designations')],
      [
        '/organization-info?tab=activity',
        page.getByRole('tab', { name: 'Activity', selected: true }),
      ],
      ['/organization-info?tab=security', page.getByText('The security log is kept on the server')],
      [
        `/workspace/dashboard?panel=project-settings&project=${project.id}`,
        page.getByRole('dialog', { name: 'Project settings' }),
      ],
      ['/workspace/dashboard?panel=flags', page.getByRole('dialog', { name: 'Priorities' })],
      [`/project-dashboard/${project.slug}`, heading('Ridge trail')],
    ] as const) {
      await goTo(path, shown);
      await expectAccessible(path);
    }
    await goTo('/notes-view', heading('Notes'));
    await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
    await expectAccessible('notes');
  });

  test(`neither the board nor a panel or view of it has a finding, ${name}`, async () => {
    const organization = await createOrganization();
    const project = await someBoard(organization);
    await resize(width, height);
    await open(organization, project.path);
    await see(tile('Late'));
    await expectAccessible('board');
    await panelsOfBoard();
    await viewsOfBoard();
    await openOutbox();
    await expectAccessible('outbox');
  });
}

async function someBoard(organization: Organization): Promise<Project> {
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope', 'Pegs'], Done: [] },
    members: [mia],
  });
  await organization.makeTask({
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Late',
    description: 'Should have been done',
    assignee: mia,
    end_date: '2025-01-31',
  });
  return project;
}

async function panelsOfBoard(): Promise<void> {
  await openTask('Late');
  await expectAccessible('task');
  await button('Edit task').click();
  const edit = page.getByRole('dialog', { name: 'Update Task' });
  await see(edit);
  await expectAccessible('task edit');
  await button('Stop editing').click();
  await button('Close task').click();
  await button('Add task to To do').click();
  await see(page.getByLabelText('Task name for To do'));
  await expectAccessible('composer');
  await press('Escape');
  const add = await openAddTask('To do');
  await see(add);
  await expectAccessible('add task');
  await press('Escape');
  await gone(add);
  await openMembers();
  const members = page.getByRole('dialog').getByRole('listitem');
  await expect.element(members).toHaveLength(2);
  await expectAccessible('members');
  await press('Escape');
  await gone(page.getByRole('dialog'));
}

async function viewsOfBoard(): Promise<void> {
  await projectTab('List').click();
  await page.getByRole('checkbox', { name: 'Select Late' }).click();
  await see(page.getByRole('toolbar', { name: 'Selected tasks' }));
  await expectAccessible('list with a selection');
  await press('Escape');
  await projectTab('Calendar').click();
  await see(page.getByRole('heading', { level: 2 }));
  await expectAccessible('calendar');
  await projectTab('Board').click();
}

function projectTab(name: string): Locator {
  return page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name, exact: true });
}

/** On a phone the control is in the menu of the board. */
async function openMembers(): Promise<void> {
  const beside = button('Members', page.getByRole('main'));
  if (beside.query() !== null) return beside.click();
  await button('Board menu').click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
}

/** Navigates to another screen without loading the app again, like a link. */
async function goTo(path: string, shown: Locator): Promise<void> {
  history.pushState(null, '', path);
  await see(shown);
}
