/** Every task of the organisation in one table, from the device. */
import { choose, signIn } from './support/app.ts';
import { makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('the overview filters, sorts and exports all tasks without a network, keeps it in the address, and is for levels 1 to 3', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const mia = await addPerson('Mia Stone', 'Member');
  const ridge = await makeProject(founder, {
    name: 'Ridge',
    cards: { 'To do': ['Check the ropes', 'Airing', 'Count the cairns'] },
    members: [mia.person],
  });
  await makeProject(founder, { name: 'Hut', cards: { 'To do': ['Paint the door'] } });
  const done = `task/update-destroy/${ridge.tasks['Airing']}/`;
  await expectOk(
    founder.patch(done, { is_completed: true, is_completed_at: '2026-01-05T09:00:00Z' }),
  );
  await expectOk(
    founder.patch(`task/update-destroy/${ridge.tasks['Check the ropes']}/`, {
      end_date: '2026-01-04',
    }),
  );

  const { page, network, newTab } = await newDevice();
  await signIn(page, founder.person, '/organization/tasks-details');
  const table = page.getByRole('table', { name: 'Overall Task' });
  const names = table.locator('tbody td[data-column="name"]');
  await expect(names).toHaveCount(4);
  await expect(page.getByText('4 tasks', { exact: true })).toBeVisible();
  network.cut();

  await test.step('every column has its heading', async () => {
    await expect(table.getByRole('columnheader')).toHaveCount(12);
    await expect(table.getByRole('row').filter({ hasText: 'Airing' })).toContainText('05/01/2026');
    await expect(table.getByRole('row').filter({ hasText: 'ropes' })).toContainText('Over Due');
  });

  await test.step('filters count all tasks, and the project filter follows the assignee', async () => {
    await choose(page, 'Task status', 'WIP');
    await expect(names).toHaveText(['Paint the door', 'Count the cairns'], { useInnerText: true });
    await page.keyboard.press('Escape');
    await choose(page, 'Assignee', 'Mia Stone');
    await page.keyboard.press('Escape');
    await expect(page.getByText('No tasks found !!')).toBeVisible();
    await page.getByRole('combobox', { name: 'Project' }).click();
    await expect(page.getByRole('option')).toHaveText(['Ridge']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filter' }).first().click();
    await expect(names).toHaveCount(4);
    await choose(page, 'Completed status', 'Assigned by completed');
    await expect(names).toHaveText(['Airing']);
    await page.getByRole('button', { name: 'Clear filter' }).click();
  });

  await test.step('a heading sorts, and the address carries the order to another tab', async () => {
    await table.getByRole('button', { name: 'Task name' }).click();
    const sorted = ['Airing', 'Check the ropes', 'Count the cairns', 'Paint the door'];
    await expect(names).toHaveText(sorted);
    const other = await newTab();
    await other.goto(page.url());
    await expect(other.locator('tbody td[data-column="name"]')).toHaveText(sorted);
    await other.goto('/organization/tasks-details?created=2999-01-01');
    await expect(other.getByText('4 tasks', { exact: true }), 'a day to come').toBeVisible();
    await other.close();
  });

  await test.step('the listed tasks are exported to a file; a name opens the task on its board', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^tasks-\d{4}-\d{2}-\d{2}\.csv$/);
    await names.getByText('Count the cairns').click();
    await expect(page.getByRole('dialog', { name: /Count the cairns/ })).toBeVisible();
  });

  await test.step('a member reads that the overview is not available to them', async () => {
    const theirs = await newDevice();
    await signIn(theirs.page, mia.person, '/organization/tasks-details');
    await expect(theirs.page.getByText('Only levels 1 to 3 see the tasks')).toBeVisible();
  });
});
