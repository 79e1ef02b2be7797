/** Projects of which the device has only the summary: their tasks are not here (OUT-6). */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { load, open } from './support/app.tsx';
import { column, taskPanel, tile } from './support/board.ts';
import { signInDevice } from './support/device.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { choose, field, file, gone, heading, see } from './support/screen.ts';

const ABSENT =
  'The tasks of this project are not on this device. They are downloaded when you are online.';

/** An administrator whose device has the tasks of one of two projects. */
async function startWithSummary() {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const ridge = await organization.makeProject({ name: 'Ridge', cards: { 'To do': ['Rope'] } });
  const hut = await organization.makeProject({
    name: 'Hut',
    cards: { 'To do': ['Paint'], Done: [] },
    members: [mia],
  });
  const device = await signInDevice(organization, organization.founder, [hut.id]);
  return { organization, ridge, hut, device };
}

describe('a project of which only the summary is on the device', () => {
  test('[OUT-6] its board, list and calendar say so, and nothing says that there are no tasks', async () => {
    const { hut, device } = await startWithSummary();
    await load(hut.path);
    await see(page.getByText(ABSENT));
    await see(page.getByRole('region', { name: 'Done, not all tasks are here' }));
    await gone(page.getByText('No tasks here yet'));
    await load(`${hut.path}?view=list`);
    await see(page.getByText(ABSENT));
    await gone(page.getByText('No tasks here yet'));
    await load(`${hut.path}?view=calendar`);
    await see(page.getByText(ABSENT));
    await gone(page.getByText('Nothing is due this month'));
    await load(hut.path);
    await see(page.getByText(ABSENT));
    await device.arrive();
    await see(tile('Paint'));
    await gone(page.getByText(ABSENT));
    await see(column('Done').getByText('No tasks here yet'));
  });

  test('[OUT-6] a link to one of its tasks says that it is not here, and opens it once it has arrived', async () => {
    const { hut, device } = await startWithSummary();
    const task = hut.tasks['Paint'] ?? '';
    await load(`${hut.path}?task=${task}`);
    await see(page.getByText('This task is not on this device'));
    await see(page.getByText(/^The tasks of its project are downloaded when you are online/));
    await device.arrive();
    await see(taskPanel('Paint'));
  });

  test('[OUT-6] its dashboard says so, and shows no figures', async () => {
    const { hut } = await startWithSummary();
    await load(`/project-dashboard/${hut.path.split('/').at(-1) ?? ''}`);
    await see(page.getByText(ABSENT));
    await gone(page.getByText('Figures appear with the first task.'));
  });
});

describe('the sign-off report', () => {
  test('[OUT-1.1] is saved once all steps are on the device, and says so before', async () => {
    const organization = await createOrganization();
    const hut = await organization.makeProject({ name: 'Hut', cards: { 'To do': ['Paint'] } });
    const step = { id: freshId(), project: hut.id, people: [] };
    const args = { id: hut.tasks['Paint'] ?? '', done: true, at: new Date().toISOString(), step };
    await organization.apply(taskComplete, args);
    const device = await signInDevice(organization, organization.founder, [hut.id]);
    await load(`/project-dashboard/${hut.slug}?report=all`);
    const buttons = ['Save as PDF', 'Save as a checkable file'].map((name) =>
      page.getByRole('button', { name }),
    );
    const reason = page.getByText('The report can be saved when all steps are on this device.');
    await see(reason);
    // A step that is here, as one that was made since.
    await see(page.getByRole('cell', { name: 'A task that is not on this device' }));
    for (const button of buttons) await expect.element(button).toBeDisabled();
    await device.arrive();
    for (const button of buttons) await expect.element(button).toBeEnabled();
    await gone(reason);
  });
});

describe('lists over all projects', () => {
  test('[OUT-6] say how many projects are missing in them while the server cannot be asked', async () => {
    const { organization, hut } = await startWithSummary();
    const missing = page.getByText(
      'Tasks of 1 project are not on this device; they are not in this list.',
    );
    await load('/organization/tasks-details');
    await see(page.getByRole('table', { name: 'Overall Task' }).getByText('Rope'));
    await see(missing);
    await see(page.getByText('1 task on this device'));
    await field('Search tasks').fill('paint');
    await see(page.getByText('No tasks found on this device'));
    await load(`/organization/tasks-details?of=${hut.id}`);
    await see(missing);
    await load('/mytasks');
    await see(missing);
    await load('/dashboard');
    await see(
      page.getByText(/^Tasks of 1 project are not on this device, and the server does not/),
    );
    await load('/ready-for-offline');
    await see(page.getByText('1 of 2 projects are here without their tasks.'));
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hut' });
    await see(row.getByText(/^The tasks of this project are not on this device/));
    await gone(row.getByText('0 tasks, 0 comments'));
    await open(organization, '/dashboard');
    await see(heading('Dashboard'));
    await gone(page.getByText(/are not on this device/));
  });

  test('[OUT-6] an import into it waits until its tasks are here', async () => {
    const { device } = await startWithSummary();
    await load('/home-view?panel=import');
    const panel = page.getByRole('dialog', { name: 'Import' });
    const board = {
      id: 'board',
      name: 'Hut',
      lists: [{ id: 'l', name: 'To do', closed: false, pos: 1 }],
      cards: [{ id: 'a', name: 'Roof', idList: 'l', pos: 1 }],
    };
    const source = file('board.json', JSON.stringify(board), 'application/json');
    await field('File', panel).upload(source);
    await panel.getByLabelText('Into').selectOptions('existing');
    await choose(panel, 'Project', 'Hut');
    await see(panel.getByText(/^The tasks of this project are not on this device yet/));
    await expect.element(panel.getByRole('button', { name: /^Import/ })).toBeDisabled();
    await device.arrive();
    await see(panel.getByRole('button', { name: 'Import 1 task' }));
  });

  test('[OUT-6] the search names them', async () => {
    await startWithSummary();
    await load('/home-view');
    await page.getByRole('button', { name: 'Search or go to' }).first().click();
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('paint');
    await see(page.getByText('Tasks of 1 project are not on this device and were not searched.'));
  });
});
