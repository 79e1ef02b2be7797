/**
 * An action without the right is not offered, or refused with a message at the click; the server
 * refuses it too.
 */
import { choose, expectPill, signIn } from './support/app.ts';
import { column, openBoard, openTask, signInToBoard, tick, tile, toggle } from './support/board.ts';
import { boardAtServer, makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test("a member sees no card administration and a plain mark on other people's tasks", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Bridge'] },
    members: [mia.person],
  });
  const { page } = await newDevice();
  await signInToBoard(page, mia.person, project.path);

  await test.step('the board has no Add Card, pencil, Archive or Archived Cards', async () => {
    await expect(tile(page, 'Bridge')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Card' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Rename To do' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions for card To do' }).click();
    await expect(page.getByRole('menuitem', { name: 'Multi User Task' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Board menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Archived Tasks' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Archived Cards' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step("another person's task has a plain mark and cannot be changed", async () => {
    await expect(tick(page, 'Bridge')).toHaveCount(0);
    await expect(tile(page, 'Bridge').getByText('Open', { exact: true })).toBeAttached();
    const panel = await openTask(page, 'Bridge');
    await expect(panel.getByLabel('Completed', { exact: true })).toBeDisabled();
    await expect(panel.getByLabel('Completed by Employee')).toBeDisabled();
    await expect(panel.getByRole('button', { name: 'Edit task' })).toHaveCount(0);
  });

  await test.step('workspaces, projects and people are not reachable', async () => {
    await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add Workspace' })).toHaveCount(0);
    await page.goto('/organization-info');
    await expect(page.getByText('Only levels 1 to 3 manage people')).toBeVisible();
  });

  await test.step('the server refuses a plain client too', async () => {
    const card = await mia.post('project-card/create/', {
      project: project.id,
      name: 'X',
      order: 2,
    });
    expect(card.status).toBe(403);
    expect(card.body).toMatchObject({
      code: 'forbidden',
      message: 'You dont have access to add a card',
    });
    const moved = await mia.patch(`task/update-destroy/${project.tasks['Bridge']}/`, {
      is_completed: true,
      is_completed_at: '2026-01-01T00:00:00Z',
    });
    expect(moved.status).toBe(403);
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge'] },
    ]);
  });
});

test("another person's task cannot be lifted, by mouse or key, and the reason is shown", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Bridge'], Done: [] },
    members: [mia.person],
  });
  const { page } = await newDevice();
  await signInToBoard(page, mia.person, project.path);
  const alert = page.getByRole('alertdialog');
  const bridge = page.getByRole('button', { name: 'Bridge', exact: true });
  for (const lift of ['mouse', 'key'] as const) {
    if (lift === 'key') await bridge.press('Space');
    else {
      await bridge.hover();
      await page.mouse.down();
      await page.mouse.move(700, 300, { steps: 4 });
    }
    await expect(alert).toContainText('Only the creator and the assignee can move this task');
    // Neither dragged by the pointer nor moved by keys.
    await expect(page.locator('[inert] > article, article[data-lifted]')).toHaveCount(0);
    await page.mouse.up();
    // The library treats clicks within 50 ms as the end of the drag; its timer has run when a
    // later, longer one has.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toHaveCount(0);
  }
  await expect(bridge).toBeFocused();
  await expect(column(page, 'To do').getByRole('article')).toHaveCount(1);
  await expect(column(page, 'Done').getByRole('article')).toHaveCount(0);

  await test.step('in a selection such a task is skipped and reported; the others are moved', async () => {
    await makeTask(mia, { project: project.id, card: project.cards['To do'] ?? '', name: 'Mine' });
    await page.getByRole('button', { name: 'Mine', exact: true }).click({
      modifiers: ['ControlOrMeta'],
    });
    await page.getByRole('button', { name: 'Bridge', exact: true }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    await expect(
      page.getByText(
        '1 task archived. 1 left out: Only the person who created the task can change this',
      ),
    ).toBeVisible();
    await expect(column(page, 'To do').getByRole('article')).toHaveCount(1);
    await expect
      .poll(() => boardAtServer(founder, project.id))
      .toEqual([
        { card: 'To do', tasks: ['Bridge'] },
        { card: 'Done', tasks: [] },
      ]);
  });
  await expectPill(page, 'Up to date');
});

test('a person outside the team reads “Team Members only comment the tasks” and keeps the text', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page } = await newDevice();
  await signInToBoard(page, ben.person, project.path);
  const panel = await openTask(page, 'Bridge');
  await panel.getByLabel('Write a comment').fill('May I?');
  await panel.getByRole('button', { name: 'Send' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Team Members only comment the tasks');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(panel.getByLabel('Write a comment')).toHaveValue('May I?');
});

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
    await page.getByRole('button', { name: 'Add task to To do' }).click();
    const form = page.getByRole('dialog', { name: 'Add Task' });
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
