/** Rights that several people share, and rows that a person never receives. */
import { choose, signIn } from './support/app.ts';
import { openAddTask, openBoard, tile, toggle } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('creator and assignee each tick their own part', async ({ newDevice, organization }) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': [] },
    members: [mia.person],
  });
  await makeTask(founder, {
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Bridge',
    assignee: mia.person,
  });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, mia.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);
  await toggle(field.page, 'Bridge');
  await expect(field.page.getByText('Marked as done, waiting for acceptance')).toBeVisible();
  await expect(tile(office.page, 'Bridge').getByRole('checkbox')).toHaveAccessibleName(
    /Done by Mia Stone.*waiting for acceptance/,
  );
  await toggle(office.page, 'Bridge');
  await expect(office.page.getByText('Task completed')).toBeVisible();
  await expect(tile(field.page, 'Bridge').getByText(/accepted by Ada Field/)).toBeAttached();
});

test('with special roles people see their own tasks, and never others’ for a moment before', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Bridge', 'Fence'] },
    members: [mia.person],
  });
  const card = project.cards['To do'] ?? '';
  await makeTask(founder, { project: project.id, card, name: 'Gate', assignee: mia.person });
  await expectOk(
    founder.patch(`organization/update/${founder.orgId}/`, {
      organization_special_role: true,
    }),
  );
  const { page } = await newDevice();
  await signIn(page, mia.person);
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(globalThis, { shown });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[data-task-name]')) {
        shown.add(one.textContent ?? '');
      }
    }).observe(document, { subtree: true, childList: true });
  });
  for (let time = 0; time < 3; time += 1) {
    await openBoard(page, project.path);
    await expect(page.getByRole('article')).toHaveCount(1);
    expect(await page.evaluate(() => [...Reflect.get(globalThis, 'shown')])).toEqual(['Gate']);
  }

  await test.step('a task for another person is reported with its place, and Show opens the whole project', async () => {
    const messages = page.getByRole('region', { name: 'Messages' });
    const form = await openAddTask(page, 'To do');
    await form.getByLabel('Task Details').fill('Stile');
    await choose(form, 'Priority', 'Medium');
    await choose(form, 'Assign to', 'Ada Field');
    await form.getByRole('button', { name: 'Add to To do' }).click();
    await expect(messages).toContainText(
      '“Stile” is in “To do”, hidden because only your own tasks are shown.',
    );
    await expect(page.getByRole('article')).toHaveCount(1);
    await messages.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('button', { name: 'Stile', exact: true })).toBeFocused();
    await expect(tile(page, 'Fence')).toBeVisible();
  });

  await test.step('labels are sub-tasks: under the project in the navigation, in the headings of its list', async () => {
    const label = { project: project.id, name: 'Drainage' };
    await expectOk(founder.post('task-label/create/', label));
    const links = page.getByRole('list', { name: 'Sub-tasks of Ridge trail' });
    await expect(links.getByRole('link', { name: 'Drainage' })).toBeVisible();
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await trail.getByRole('link', { name: 'Ridge trail' }).click();
    await page.getByRole('tab', { name: 'List' }).click();
    await expect(page.getByRole('columnheader', { name: 'Task Details' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Sub-Task' })).toBeVisible();
    await trail.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });
});
