/** Two people change the same field, one of them offline: the replaced value is kept and can be used again. */
import { expectPill, HEALED_WITHIN, signIn } from './support/app.ts';
import { column, moveByMenu, openBoard, taskPanel, tile } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a stage that was replaced unseen is listed on Home for both, and one tap uses it again', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Mark the ford'], Doing: [], Done: [] },
    members: [ben.person],
  });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, founder.person);
  await signIn(office.page, ben.person);
  await openBoard(field.page, project.path);
  await openBoard(office.page, project.path);

  field.network.cut();
  await moveByMenu(field.page, 'Mark the ford', 'Done');
  await moveByMenu(office.page, 'Mark the ford', 'Doing');
  await expectPill(office.page, 'Up to date');
  field.network.heal();
  const options = { timeout: HEALED_WITHIN };
  await expect(column(office.page, 'Done').getByText('Mark the ford')).toBeVisible(options);

  // Whoever replaced it learns of it, too.
  await field.page.goto('/');
  await expect(field.page.getByText('Stage: you replaced Ben Moor’s value unseen')).toBeVisible();

  await office.page.goto('/');
  await expect(office.page.getByText('Stage: replaced unseen by Ada Field')).toBeVisible();
  office.network.cut();
  await office.page.getByRole('link', { name: 'Mark the ford' }).first().click();
  const panel = taskPanel(office.page, 'Mark the ford');
  const note = panel.getByRole('region', { name: 'Replaced without having been seen' });
  await expect(note).toContainText('Ben Moor Doing');
  await expect(note).toContainText('Ada Field Done');
  await note.getByRole('button', { name: 'Use Doing' }).click();
  await expect(note).toHaveCount(0);
  await expect(column(office.page, 'Doing').getByText('Mark the ford')).toBeVisible();
  office.network.heal();
  await expect(field.page.getByText('Stage: you replaced Ben Moor’s value unseen')).toHaveCount(
    0,
    options,
  );
  await openBoard(field.page, project.path);
  await expect(column(field.page, 'Doing').getByText('Mark the ford')).toBeVisible();
  await expect(tile(field.page, 'Mark the ford')).toHaveCount(1);
});

test('Ctrl+Z leaves a task alone that a colleague has moved since, and says so', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Mark the ford', 'Cut the gorse'], Doing: [], Done: [] },
    members: [ben.person],
  });
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  await moveByMenu(page, 'Cut the gorse', 'Doing');
  await moveByMenu(page, 'Mark the ford', 'Doing');
  await expectPill(page, 'Up to date');
  const path = `task/update-destroy/${String(project.tasks['Mark the ford'])}/`;
  await expectOk(ben.patch(path, { project_card: project.cards['Done'] }));
  await expect(column(page, 'Done').getByText('Mark the ford')).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(page.getByText('Not undone, changed again since')).toBeVisible();
  await expect(column(page, 'Done').getByText('Mark the ford')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(column(page, 'To do').getByText('Cut the gorse')).toBeVisible();
  await expect(page.getByText('Undone:')).toBeVisible();
});
