/** A day without a network: home, my tasks and the dashboard of a project. */
import { expectPill, signIn } from './support/app.ts';
import { cardsOf, makeProject, makeTask } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('a task is ticked at home, found under my tasks and counted on the dashboard, offline', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const mia = await addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    name: 'Ridge trail',
    cards: { 'To do': [] },
    members: [mia.person],
  });
  const card = project.cards['To do'] ?? '';
  for (const name of ['Clear the drains', 'Mend the stile']) {
    await makeTask(founder, { project: project.id, card, name, assignee: mia.person });
  }
  await makeTask(founder, {
    project: project.id,
    card,
    name: 'Paint the posts',
    assignee: mia.person,
    end_date: '2025-01-31',
  });
  const { page, network } = await newDevice();
  await signIn(page, mia.person);
  network.cut();

  await test.step('home: overdue counted, one task ticked from its tab', async () => {
    await page.goto('/home-view');
    await expect(page.getByText('1 overdue')).toBeVisible();
    await expect(page.getByText('1 collaborator')).toBeVisible();
    const tasks = page.getByRole('table', { name: 'Current tasks' });
    await expect(tasks.getByRole('row')).toHaveCount(3);
    // A task ticked by the assignee waits for the creator: between open and accepted.
    await tasks.getByRole('checkbox', { name: /Mend the stile, open/ }).click();
    await expect(tasks.getByRole('checkbox', { name: /Mend the stile, open/ })).toHaveCount(0);
    await page.getByRole('tab', { name: /Overdue/ }).click();
    await expect(page.getByRole('table', { name: 'Overdue tasks' })).toContainText('31/01/2025');
  });

  await test.step('my tasks: the filter is in the address, J and Enter open a task', async () => {
    await page.goto('/mytasks?state=waiting');
    const list = page.getByRole('list', { name: 'My tasks' });
    await expect(list.getByRole('link')).toHaveText(['Mend the stile']);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(page).toHaveURL(/\/mytasks$/);
    await expect(list.getByRole('heading')).toHaveText([/Overdue\s*1/, /No due date\s*2/]);
    const words = page.getByLabel('Search by name');
    await words.click();
    await page.keyboard.type('paint the posts');
    await expect(words, 'no letter is lost on the way to the address').toHaveValue(
      'paint the posts',
    );
    await expect(page).toHaveURL(/words=paint\+the\+posts/);
    await expect(list.getByRole('link')).toHaveText(['Paint the posts']);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.keyboard.press('j');
    await expect(list.getByRole('link', { name: 'Paint the posts' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('Paint the posts').first()).toBeVisible();
  });

  await test.step("the dashboard counts this device's unsent changes", async () => {
    await page.goto(`/project-dashboard/${project.slug}`);
    const waiting = page.getByText('Waiting for acceptance').locator('..');
    await expect(waiting).toContainText('1');
    const status = page.getByRole('table', { name: 'Tasks by status' });
    await expect(status.getByRole('row', { name: /Over Due/ })).toContainText('1');
    await page.getByRole('tab', { name: 'List' }).click();
    await page.getByRole('button', { name: 'Task Name' }).click();
    await expect(page).toHaveURL(/tab=list&sort=name&dir=asc/);
    const rows = page.getByRole('table', { name: 'Tasks of Ridge trail' }).getByRole('link');
    await expect(rows).toHaveText(['Clear the drains', 'Mend the stile', 'Paint the posts']);
  });

  network.heal();
  await expectPill(page, 'Up to date');
  const [column] = await cardsOf(founder, project.id);
  const done = column?.project_card_task.find(({ name }) => name === 'Mend the stile');
  expect(done).toMatchObject({ is_completed_employee: true });
});
