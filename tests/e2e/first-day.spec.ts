/** The first day: from an empty server to a board with a task, a comment and a note, reloading at each step. */
import { controlled, expectPill, fillSignIn, noteCard, signUp, writeNote } from './support/app.ts';
import { addCard, addTask, column, comment, openTask, taskPanel, tile } from './support/board.ts';
import { fresh, PASSWORD } from './support/organization.ts';
import { startServer } from '../support/start-server.ts';
import { expect, test } from './support/scenario.ts';

test('on an empty server a new person signs up, builds a board and finds everything again after each reload', async ({
  browser,
}) => {
  const server = await startServer();
  const page = await browser.newPage({ baseURL: server.url });
  const email = `${fresh('grace')}@example.org`;

  await test.step('sign up and sign in', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await signUp(page, { name: 'Grace Hill', email, organization: 'Hill Paths' });
    await expect(page.getByText('Sign up successful!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Good \w+, Grace Hill/ })).toBeVisible();
    await expectPill(page, 'Up to date');
    await controlled(page);
  });

  await test.step('create a workspace and a project', async () => {
    await page.reload();
    const form = page.getByRole('dialog', { name: 'Add Project' });
    await page.getByRole('main').getByRole('button', { name: 'Add Project' }).click();
    await expect(form.getByPlaceholder('Name the first workspace')).toBeVisible();
    // An empty form closes without a question.
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Add Workspace' }).click();
    const workspace = page.getByRole('dialog', { name: "Let's build a Workspace" });
    await workspace.getByLabel('Name').fill('North');
    await workspace.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('navigation').getByText('North')).toBeVisible();
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Add Project' }).click();
    const project = page.getByRole('dialog', { name: 'Add Project' });
    await project.getByLabel('Project Name').fill('Hut repair');
    await project.getByRole('combobox', { name: 'Workspace' }).fill('South');
    await page.getByRole('option', { name: 'Add “South”' }).click();
    await expect(page.getByRole('navigation').getByText('South')).toBeVisible();
    await project.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /Hut repair/ })).toBeVisible();
    await expect(project).toHaveCount(0);
    // The button that opened the form was removed with the empty list; the next project's button
    // gets its focus.
    await expect(page.getByRole('main').getByRole('button', { name: 'Add Project' })).toBeFocused();
    await page.getByRole('button', { name: 'Open board' }).click();
    await expect(page.getByRole('heading', { name: 'Hut repair', level: 1 })).toBeVisible();
  });

  await test.step('build the board', async () => {
    await page.reload();
    await addCard(page, 'To do');
    await addCard(page, 'Done');
    await page.reload();
    await addTask(page, 'To do', {
      name: 'Order shingles',
      assignee: 'Grace Hill',
      description: 'Cedar, 40 bundles',
    });
    await page.reload();
    await expect(column(page, 'To do')).toContainText('Cedar, 40 bundles');
  });

  await test.step('comment on the task, and open it by its link', async () => {
    const panel = await openTask(page, 'Order shingles');
    await expect(panel).toContainText('No comments yet...');
    await expect(panel).toContainText('No Due Date');
    await comment(panel, 'The sawmill has them on Tuesday');
    const link = page.url();
    expect(link).toContain('task=');
    await page.goto('/home-view');
    await page.goto(link);
    await expect(taskPanel(page, 'Order shingles')).toContainText(
      'The sawmill has them on Tuesday',
    );
    await expect(tile(page, 'Order shingles')).toBeVisible();
  });

  await test.step('write a note', async () => {
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Sawmill', text: 'Ask for Jo', newTag: 'phone' });
    await page.reload();
    await expect(noteCard(page, 'Sawmill')).toContainText('Ask for Jo');
    await expect(noteCard(page, 'Sawmill').getByText('Today', { exact: true })).toBeVisible();
    await expectPill(page, 'Up to date');
  });
  await page.close();
  await server.stop();
});

test('a signed-out visitor of a screen is sent to sign-in and returns to the screen afterwards', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice({ firstVisit: true });
  await page.goto('/notes-view');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await fillSignIn(page, organization.founder.person);
  await expect(page).toHaveURL(/\/notes-view/);
  await expect(page.getByText('No notes available. Create your first note!')).toBeVisible();
});

test('a wrong password shows a message that disappears, and the right one, typed with keys alone, then opens the app', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice({ firstVisit: true });
  const { email } = organization.founder.person;
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const alert = page.getByRole('alert').filter({ hasText: /\w/ });
  await expect(alert).toBeVisible();
  await expect(alert).toBeHidden();
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(organization.founder.person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Ada Field/ })).toBeVisible();
});
