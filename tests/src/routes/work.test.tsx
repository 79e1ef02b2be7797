/** Screens of a person's own work: home, tasks, dashboards, notes. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import {
  expectTexts,
  expectUrl,
  field,
  heading,
  noteCard,
  pill,
  see,
  writeNote,
} from './support/screen.ts';

describe('/home-view', () => {
  test('home lists the person’s tasks and counts the overdue ones; a tick is saved on the device', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject({ cards: { 'To do': ['Mend the stile'] } });
    const card = project.cards['To do'] ?? '';
    await organization.makeTask({
      project: project.id,
      card,
      name: 'Paint the posts',
      end_date: '2025-01-31',
    });
    const device = await open(organization, '/home-view');
    await see(heading(/Ada Field/));
    await see(page.getByText('1 overdue'));
    const tasks = page.getByRole('table', { name: 'Current tasks' });
    await tasks.getByRole('checkbox', { name: /Mend the stile, open/ }).click({ force: true });
    await expect
      .element(tasks.getByRole('checkbox', { name: /Mend the stile, open/ }))
      .toHaveLength(0);
    await expect.poll(device.outbox).toHaveLength(1);
    await expect.element(pill()).toMatchTextContent('1 waiting');
  });

  test('a new organisation has no projects and no tasks at home', async () => {
    await open(await createOrganization(), '/home-view');
    await see(heading(/Ada Field/));
    await see(page.getByText('0 collaborators'));
    await expect.element(page.getByRole('checkbox')).toHaveLength(0);
  });

  test('home lists the first 24 people, and all of them after a click', async () => {
    const organization = await createOrganization();
    for (let number = 1; number <= 25; number += 1) {
      organization.addPerson(`Walker ${String(number).padStart(2, '0')}`, 'Member');
    }
    await open(organization, '/home-view');
    const people = page.getByRole('region', { name: 'Team Members' }).getByRole('listitem');
    await expect.element(people).toHaveLength(24);
    await page.getByRole('button', { name: 'Show all 26' }).click();
    await expect.element(people).toHaveLength(26);
    await expect.element(people.getByRole('link').nth(24)).toHaveFocus();
  });
});

describe('/mytasks', () => {
  test('the tasks of the person are listed; a filter is in the address and can be cleared', async () => {
    const organization = await createOrganization();
    await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs'] } });
    await open(organization, '/mytasks');
    await see(heading('My Tasks'));
    const list = page.getByRole('list', { name: 'My tasks' });
    await expect.element(list.getByRole('link')).toHaveLength(2);
    await field('Search by name').fill('rope');
    await expectTexts(list.getByRole('link'), ['Rope']);
    await expectUrl(/words=rope/);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.element(list.getByRole('link')).toHaveLength(2);
  });

  test('without tasks the screen explains what is listed', async () => {
    await open(await createOrganization(), '/mytasks');
    await see(page.getByText('No tasks found !!'));
  });

  test('tasks of a project outside a member’s team are not listed', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    await organization.makeProject({ cards: { 'To do': ['Rope'] } });
    await open(organization, '/mytasks', mia);
    await see(page.getByText('No tasks found !!'));
  });
});

describe('/dashboard', () => {
  test('the dashboard counts the tasks of each readable project', async () => {
    const organization = await createOrganization();
    await organization.makeProject({ name: 'Ridge trail', cards: { 'To do': ['Rope', 'Pegs'] } });
    await open(organization, '/dashboard');
    await see(heading('Dashboard'));
    await see(page.getByText('All projects of Paths'));
    const row = page.getByRole('table', { name: 'Tasks by project' }).getByRole('row');
    await expect.element(row.filter({ hasText: 'Ridge trail' })).toMatchTextContent('2');
  });

  test('without tasks there are no figures, and a member sees only their projects', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    await organization.makeProject({ cards: { 'To do': ['Rope'] } });
    await open(organization, '/dashboard', mia);
    await see(page.getByText('No Data'));
    await see(page.getByText('The projects you are in'));
  });
});

describe('/project-dashboard/$slug', () => {
  test('the dashboard of a project counts and lists its tasks; the tab is in the address', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject({ cards: { 'To do': ['Pegs', 'Rope'] } });
    await open(organization, `/project-dashboard/${project.slug}`);
    await see(heading('Ridge trail'));
    await see(page.getByRole('table', { name: 'Tasks by status' }));
    await page.getByRole('tab', { name: 'List' }).click();
    const rows = page.getByRole('table', { name: 'Tasks of Ridge trail' }).getByRole('link');
    await expect.element(rows).toHaveLength(2);
    await expectUrl(/tab=list/);
  });

  test('a project that the person cannot read is reported as missing', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    const project = await organization.makeProject();
    await open(organization, `/project-dashboard/${project.slug}`, mia);
    await see(page.getByText('There is no such project'));
  });
});

describe('/notes-view', () => {
  test('the first note is written with a new tag and is found by its words', async () => {
    const device = await open(await createOrganization(), '/notes-view');
    await see(heading('Notes'));
    await see(page.getByText('No notes available. Create your first note!'));
    await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
    await expect.poll(device.outbox).toEqual(['note-tag-create', 'note-create']);
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('nothing like it');
    await see(page.getByText('No notes found matching your search criteria.'));
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('Ladder');
    await see(noteCard('Packing'));
  });
});

describe('/sub-task/$workspaceId/$slug/$projectId/$subTaskSlug/$subTaskId', () => {
  test('a sub-task that is not on the device is reported', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject();
    await open(organization, `/sub-task/1/${project.slug}/${project.id}/rope/none`);
    await see(page.getByText('This sub-task is not on this device'));
  });
});
