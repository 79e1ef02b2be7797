/** Deleting a project for good, its restoration, and the rules of an organisation that erase by age. */
import { startServer } from '../support/start-server.ts';
import { choose, expectPill, signIn } from './support/app.ts';
import { openTask, tile } from './support/board.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('a project is deleted offline, listed with the day of its erasure, and restored', async ({
  browser,
}, info) => {
  const server = await startServer();
  const { founder } = await foundOrganization(server, 'Ada Field');
  const project = await makeProject(founder, { cards: { 'To do': ['Dig a well'] } });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, project.path);
    await expect(page.getByText('Dig a well')).toBeVisible();
    await page.goto(`${project.path}?panel=project-settings&project=${project.id}`);
    await page.context().setOffline(true);
    const remove = page.getByRole('button', { name: 'Delete project' });
    await remove.scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('settings.png') });
    await remove.click();
    const question = page.getByRole('alertdialog', { name: `Delete "${project.name}"?` });
    await expect(question).toContainText('You can restore it for 30 days');
    await page.screenshot({ path: info.outputPath('question.png') });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Project "${project.name}" deleted`)).toBeVisible();
    await page.context().setOffline(false);
    await page.goto('/workspace/dashboard');
    const list = page.locator('details', { hasText: 'Deleted (1)' });
    await list.getByText('Deleted (1)').click();
    await expect(list).toContainText(/Erased after .*20/);
    for (const [name, width] of [
      ['wide', 1440],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: info.outputPath(`deleted-${name}.png`) });
    }
    await list.getByRole('button', { name: `Restore project ${project.name}` }).click();
    await expect(page.getByText(`Project "${project.name}" restored`)).toBeVisible();
    await expectPill(page, /up to date/i);
    await page.goto(project.path);
    await expect(page.getByText('Dig a well')).toBeVisible();
  } finally {
    await page.close();
    await server.stop();
  }
});

test('a workspace is deleted with its projects, listed with the day of its erasure, and restored', async ({
  browser,
}, info) => {
  const server = await startServer();
  const { founder } = await foundOrganization(server, 'Ada Field');
  const project = await makeProject(founder, { cards: { 'To do': ['Dig a well'] } });
  const [workspace] = (await founder.get('workspace/list/')).body.data;
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, project.path);
    await expect(page.getByText('Dig a well')).toBeVisible();
    await page.goto(`/workspace/dashboard?panel=workspace-settings&workspace=${workspace.id}`);
    await page.context().setOffline(true);
    const remove = page.getByRole('button', { name: 'Delete workspace' });
    await remove.scrollIntoViewIfNeeded();
    await remove.click();
    const question = page.getByRole('alertdialog', { name: `Delete "${workspace.name}"?` });
    await expect(question).toContainText('with all its projects and everything in them');
    await page.screenshot({ path: info.outputPath('question.png') });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Workspace "${workspace.name}" deleted`)).toBeVisible();
    await page.context().setOffline(false);
    await page.goto('/workspace/dashboard');
    const list = page.locator('details', { hasText: 'Deleted (1)' });
    await list.getByText('Deleted (1)').click();
    await expect(list).toContainText(/Erased after .*20/);
    for (const [name, width] of [
      ['wide', 1440],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: info.outputPath(`workspace-${name}.png`) });
    }
    await list.getByRole('button', { name: `Restore workspace ${workspace.name}` }).click();
    await expect(page.getByText(`Workspace "${workspace.name}" restored`)).toBeVisible();
    await expectPill(page, /up to date/i);
    await page.goto(project.path);
    await expect(page.getByText('Dig a well')).toBeVisible();
  } finally {
    await page.close();
    await server.stop();
  }
});

test('the palette deletes the open task, after a question', async ({ browser }, info) => {
  const server = await startServer();
  const { founder } = await foundOrganization(server, 'Ada Field');
  const project = await makeProject(founder, { cards: { 'To do': ['Dig a well'] } });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, project.path);
    await openTask(page, 'Dig a well');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Delete task');
    await page.screenshot({ path: info.outputPath('palette.png') });
    await page.getByRole('option', { name: 'Delete task' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete "Dig a well"?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Task deleted')).toBeVisible();
    await expect(page.getByText('This task is deleted')).toBeVisible();
    await expect(tile(page, 'Dig a well')).toHaveCount(0);
  } finally {
    await page.close();
    await server.stop();
  }
});

test('Level 1 sets the time of deletions and a rule, sees how much it would erase, and takes it back', async ({
  browser,
}, info) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const { founder } = organization;
  const manager = await organization.addPerson('Max Hill', 'Manager');
  const page = await browser.newPage({ baseURL: server.url });
  const theirs = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, '/organization-info');
    await page.getByRole('tab', { name: 'Retention' }).click();
    const days = page.getByLabel('Days until deleted things are erased');
    await days.fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a number of days from 7 to 365')).toBeVisible();
    await days.fill('60');
    await choose(page, 'Chat messages', 'Erase after 2 years');
    await expect(page.getByText('It would erase 0 messages today.')).toBeVisible();
    await choose(page, 'Completed and archived tasks', 'Erase after 3 years');
    await choose(page, 'Activity log', 'Erase after 1 year');
    await expect(
      page.getByText('The activity log must be kept at least as long as completed tasks'),
    ).toBeVisible();
    for (const [name, width] of [
      ['wide', 1440],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: info.outputPath(`retention-${name}.png`), fullPage: true });
    }
    await choose(page, 'Activity log', 'Keep for ever');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog', { name: 'Erase by age?' });
    await expect(question).toContainText('0 tasks, 0 messages');
    await page.screenshot({ path: info.outputPath('retention-question.png') });
    await question.getByRole('button', { name: 'Erase by age' }).click();
    await expect(page.getByText('Retention changed')).toBeVisible();
    await expect(page.getByText(/Nothing is erased by these rules before/)).toBeVisible();
    await page.screenshot({ path: info.outputPath('retention-saved.png') });
    await expectPill(page, /up to date/i);
    const rows = await founder.get('security-log/list/', { group: 'retention' });
    expect(rows.body.data).toMatchObject([
      { kind: 'retention_changed', details: { erase_after_days: 60, keep_messages: 24 } },
    ]);
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByText('Ada Field changed what is erased and when')).toBeVisible();
    await expect(page.getByText('messages: 24 months')).toBeVisible();

    await signIn(theirs, manager.person, '/organization-info?tab=retention');
    await expect(theirs.getByRole('tab', { name: 'Users' })).toBeVisible();
    await expect(theirs.getByRole('tab', { name: 'Retention' })).toHaveCount(0);
  } finally {
    await page.close();
    await theirs.close();
    await server.stop();
  }
});

test('a task is deleted from its tile, and two from the selection, each after a question', async ({
  browser,
}, info) => {
  const server = await startServer();
  const { founder } = await foundOrganization(server, 'Ada Field');
  const project = await makeProject(founder, { cards: { 'To do': ['Dig', 'Drill', 'Fill'] } });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, project.path);
    const dig = page.getByText('Dig', { exact: true });
    await dig.hover();
    await page.getByRole('button', { name: 'Actions for Dig' }).click();
    await page.screenshot({ path: info.outputPath('tile-menu.png') });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete "Dig"?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(dig).toHaveCount(0);
    await expect(page.getByText('Task deleted')).toBeVisible();
    for (const name of ['Drill', 'Fill']) {
      await page.getByText(name, { exact: true }).click({ modifiers: ['ControlOrMeta'] });
    }
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const both = page.getByRole('alertdialog', { name: 'Delete 2 tasks?' });
    await page.screenshot({ path: info.outputPath('bulk-question.png') });
    await both.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('2 tasks deleted')).toBeVisible();
    await expect(page.getByText('Drill', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Drill', { exact: true })).toBeVisible();
  } finally {
    await page.close();
    await server.stop();
  }
});
