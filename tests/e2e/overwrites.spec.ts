/** Two people change the same field, one of them offline: the replaced value is kept and can be used again. */
import type { Page } from '@playwright/test';
import { expectPill, signIn } from './support/app.ts';
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
  await expect(column(office.page, 'Done').getByText('Mark the ford')).toBeVisible();

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
  await expect(field.page.getByText('Stage: you replaced Ben Moor’s value unseen')).toHaveCount(0);
  await openBoard(field.page, project.path);
  await expect(column(field.page, 'Doing').getByText('Mark the ford')).toBeVisible();
  await expect(tile(field.page, 'Mark the ford')).toHaveCount(1);
});

test('names of a column, a project and a workspace that were replaced unseen are offered where they are shown', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const cleo = await organization.addPerson('Cleo Rook', 'Manager');
  const project = await makeProject(founder, { cards: { Doing: ['Mark the ford'] } });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, founder.person);
  await signIn(office.page, ben.person);
  await openBoard(field.page, project.path);
  await openBoard(office.page, project.path);

  field.network.cut();
  await renameColumn(field.page, 'Doing', 'Under way');
  await describeProject(field.page, 'By Monday');
  const [workspace] = (await expectOk(founder.get('workspace/list/'))).body.data;
  await renameWorkspace(field.page, 'Field work', 'Northern paths');
  await renameColumn(office.page, 'Doing', 'Digging');
  await describeProject(office.page, 'By Friday');
  await expectPill(office.page, 'Up to date');
  await expectOk(ben.patch(`workspace/update-destroy/${workspace.id}/`, { name: 'Trails' }));
  field.network.heal();
  await expect(column(office.page, 'Under way')).toBeVisible();

  const onBoard = office.page.getByRole('region', { name: 'Replaced without having been seen' });
  await expect(onBoard).toContainText('Name · Under way');
  await expect(onBoard).toContainText('Ben Moor Digging');
  await expect(onBoard).toContainText('Ada Field Under way');
  office.network.cut();
  await onBoard.getByRole('button', { name: 'Use Digging' }).click();
  await expect(column(office.page, 'Digging')).toBeVisible();
  await expect(onBoard).not.toContainText('Under way');
  await expect(onBoard).toContainText('Ben Moor By Friday');
  office.network.heal();
  await expect(column(field.page, 'Digging')).toBeVisible();

  // A colleague of the same level can open the settings, and decides nothing.
  const third = await newDevice();
  await signIn(third.page, cleo.person);
  await openBoard(third.page, project.path);
  await expect(column(third.page, 'Digging')).toBeVisible();
  await expect(
    third.page.getByRole('region', { name: 'Replaced without having been seen' }),
  ).toHaveCount(0);
  await third.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const watched = third.page
    .getByRole('dialog', { name: 'Project settings' })
    .getByRole('region', { name: 'Replaced without having been seen' });
  await expect(watched).toContainText('Ada Field By Monday');
  await expect(watched.getByRole('button')).toHaveCount(0);

  await office.page.goto('/');
  await office.page
    .locator('[data-today]')
    .filter({ hasText: 'Description: replaced unseen by Ada Field' })
    .getByRole('link')
    .click();
  await onBoard.getByRole('button', { name: 'Got it' }).click();
  await expect(onBoard).toHaveCount(0);
  await expect(watched).toHaveCount(0);

  await office.page.goto('/');
  await office.page
    .locator('[data-today]')
    .filter({ hasText: 'Name: replaced unseen by Ada Field' })
    .getByRole('link', { name: 'Northern paths' })
    .click();
  const settings = office.page.getByRole('dialog', { name: 'Workspace settings' });
  await settings.getByRole('button', { name: 'Use Trails' }).click();
  await expect(settings.getByLabel('Name')).toHaveValue('Trails');
  await expect(office.page.getByText('replaced unseen by')).toHaveCount(0);
});

test('a person who loses the right to a project no longer sees what was replaced in it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: { Doing: ['Mark the ford'] } });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, founder.person);
  await signIn(office.page, ben.person);
  await openBoard(field.page, project.path);
  field.network.cut();
  await renameColumn(field.page, 'Doing', 'Under way');
  await expectOk(
    ben.patch(`project-card/update-destroy/${String(project.cards['Doing'])}/`, {
      name: 'Digging',
    }),
  );
  field.network.heal();
  await office.page.goto('/');
  const line = office.page.getByText('Name: replaced unseen by Ada Field');
  await expect(line).toBeVisible();
  const roles = (await expectOk(founder.get('user-role/list/'))).body.data;
  const member = roles.find((one: { name: string }) => one.name === 'Member');
  await expectOk(
    founder.patch(`organization-user/update/${String(ben.person.orgUserId)}/`, {
      user_role: member.id,
    }),
  );
  await expect(line).toHaveCount(0);
  await office.page.goto(project.path);
  await expect(office.page.getByText('Digging')).toHaveCount(0);
});

async function renameColumn(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Rename ${from}`, exact: true }).click();
  await page.getByLabel('Card name').fill(to);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(column(page, to)).toBeVisible();
}

async function describeProject(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Project settings' });
  await panel.getByLabel('Description').fill(description);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Project saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

async function renameWorkspace(page: Page, from: string, to: string): Promise<void> {
  const board = page.url();
  await page.goto('/workspace/dashboard');
  await page.getByRole('button', { name: `Settings of ${from}` }).click();
  const panel = page.getByRole('dialog', { name: 'Workspace settings' });
  await panel.getByLabel('Name').fill(to);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Workspace saved')).toBeVisible();
  await page.goto(board);
}

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
