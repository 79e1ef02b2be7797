/** A form that is saving sends once, keeps text and files entered meanwhile, and can fail. */
import type { Locator, Page } from '@playwright/test';
import { choose, expectPill, signIn } from './support/app.ts';
import { column, openTask, signInToBoard } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

/** An empty file, which this device rejects. */
const EMPTY = file('empty.txt', '');
const MAP = file('map.txt', 'North is up');

test('an unsent file returns to the comment, or is reported where it cannot return', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Survey');
  const box = panel.getByLabel('Write a comment');
  const picker = panel.getByLabel('Attach a file').first();
  const refusal = page.getByRole('alertdialog').filter({ hasText: 'This file is empty' });
  const toast = page.getByText('"empty.txt" was not sent. Attach it again.');
  const isThere = (name: string) => panel.getByRole('button', { name: `Remove ${name}` });

  await test.step('with its text', async () => {
    await picker.setInputFiles(EMPTY);
    await box.fill('See the map');
    await box.press('Control+Enter');
    await expect(refusal).toBeVisible();
    await expect(isThere('empty.txt')).toHaveCount(0);
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(isThere('empty.txt')).toBeVisible();
    await expect(box).toHaveValue('See the map');
    await expect(toast).toHaveCount(0);
  });

  await test.step('another file was picked meanwhile and waits for the first', async () => {
    const release = await deferWrites(page);
    await box.press('Control+Enter');
    await expect(isThere('empty.txt')).toHaveCount(0);
    await picker.setInputFiles(MAP);
    await box.pressSequentially('Here');
    await page.keyboard.press('Control+Enter');
    await expect(isThere('map.txt')).toBeVisible();
    await release();
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(toast).toBeVisible();
    await expect(isThere('map.txt')).toBeVisible();
    await expect(box).toHaveValue('See the map\nHere');
    await page.getByLabel('Messages').getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  });

  await test.step('the task was closed meanwhile', async () => {
    await isThere('map.txt').click();
    await picker.setInputFiles(EMPTY);
    const release = await deferWrites(page);
    await box.press('Control+Enter');
    await expect(isThere('empty.txt')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close task' }).click();
    await release();
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(toast).toBeVisible();
    await openTask(page, 'Survey');
    await expect(box).toHaveValue('See the map\nHere');
  });
});

test('a form that is saving accepts no text, and a failed one can be sent again', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice();
  await signIn(page, organization.founder.person, '/home-view?panel=add-workspace');
  const form = page.getByRole('dialog', { name: "Let's build a Workspace" });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  const description = form.getByLabel('Description');

  await test.step('a fault', async () => {
    await name.fill('Ridge');
    await page.evaluate(() => {
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = () => {
        crypto.getRandomValues = random;
        throw new Error('No dice');
      };
    });
    const fault = page.waitForEvent('pageerror');
    await name.press('Enter');
    expect((await fault).message).toBe('No dice');
    await expect(name).toBeFocused();
    await expect(name).not.toHaveAttribute('readonly');
    await page.keyboard.type(' trail');
    await expect(name).toHaveValue('Ridge trail');
  });

  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await test.step('a rejection, after the person has tried to close the form', async () => {
    await form
      .getByLabel('Image')
      .first()
      .setInputFiles(file('empty.png', '', 'image/png'));
    const release = await deferWrites(page);
    await name.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await release();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toBeFocused();
    await form.getByRole('button', { name: 'Remove empty.png' }).click();
    await expect(form.getByRole('button', { name: 'Choose image' })).toBeVisible();
  });

  await test.step('slow', async () => {
    const release = await deferWrites(page);
    await name.press('Enter');
    await name.press('Enter');
    await page.keyboard.type(' and more');
    await expect(name).toHaveValue('Ridge trail');
    await expect(name).toBeFocused();
    await description.press('x');
    await expect(description).toHaveValue('');
    await form
      .getByLabel('Image')
      .first()
      .setInputFiles(file('map.png', 'North', 'image/png'));
    await expect(form.getByRole('button', { name: 'Remove map.png' })).toHaveCount(0);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await release();
    await expect(form).toHaveCount(0);
    await expect(question).toHaveCount(0);
  });
  await expectPill(page, 'Up to date');
  const listed = await organization.founder.get('workspace/list/');
  expect(listed.body.data).toMatchObject([{ name: 'Ridge trail' }]);
});

test("a form's saved values equal its displayed ones: no switch, choice or list changes while it saves", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  await organization.addPerson('Ben Moor', 'Member');
  const { page } = await newDevice();
  await signIn(page, founder.person, '/organization-info');

  await test.step('a level', async () => {
    await page.getByRole('tab', { name: 'Permission Level' }).click();
    await page.getByRole('button', { name: 'Add Role Level' }).click();
    const form = page.getByRole('dialog', { name: 'Add Role Level' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const right = form.getByLabel('Delete access');
    await name.fill('Auditor');
    await form.getByLabel('Order').fill('7');
    const release = await deferWrites(page);
    await name.press('Enter');
    await right.click({ force: true });
    await expect(right).not.toBeChecked();
    await right.press('Space');
    await expect(right).not.toBeChecked();
    await expect(right).toBeFocused();
    await release();
    await expect(form.getByText('Role level created')).toBeVisible();
    await expect(name).toHaveValue('Auditor');
    await expect(right).toBeFocused();
    await expect(form).toHaveCount(0);
  });

  await test.step('a team', async () => {
    await page.getByRole('tab', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'Add Team' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Team' });
    const members = form.getByRole('combobox', { name: 'Members' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ropes');
    await choose(form, 'Members', 'Ben Moor');
    const pill = form.getByText('Ben Moor');
    await expect(pill).toBeVisible();
    const release = await deferWrites(page);
    await form.getByRole('button', { name: 'Add team' }).click();
    await members.press('Backspace');
    await expect(pill).toBeVisible();
    await release();
    await expect(form.getByText('Team created')).toBeVisible();
    await expect(pill).toBeVisible();
    await expect(form).toHaveCount(0);
  });
});

test('Enter twice renames a todo, a card and a label once, and text typed afterwards is kept', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  await expectOk(founder.post('todo-task/create/', { name: 'Pack' }));
  await expectOk(founder.post('task-label/create/', { project: project.id, name: 'Camp' }));
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await page.getByRole('button', { name: 'Add a todo or a note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  const todo = page.getByRole('dialog', { name: /^Todo/ });
  network.cut();

  await test.step('a todo', async () => {
    await todo.getByRole('button', { name: 'Rename Pack' }).click();
    await hurry(page, todo.getByLabel('Name of Pack', { exact: true }), 'Pack ropes');
    await expect(todo.getByRole('button', { name: 'Rename Pack ropes' })).toBeVisible();
    await expect(page.getByText('Task name updated successfully!')).toHaveCount(1);
    await expectPill(page, 'Offline, 1 waiting');
    await page.getByRole('button', { name: 'Close Todo' }).click();
  });

  await test.step('a card', async () => {
    await column(page, 'To do').getByRole('button', { name: 'Rename To do' }).click();
    await hurry(page, page.getByLabel('Card name'), 'Doing');
    await expect(column(page, 'Doing')).toBeVisible();
    await expectPill(page, 'Offline, 2 waiting');
  });

  await test.step('a label', async () => {
    await page.getByRole('button', { name: 'Board menu' }).click();
    await page.getByRole('menuitem', { name: 'Labels' }).click();
    const panel = page.getByRole('dialog', { name: 'Labels' });
    await panel.getByRole('button', { name: 'Rename Camp' }).click();
    await hurry(page, panel.getByLabel('New name of Camp'), 'Base camp');
    await expect(panel.getByRole('button', { name: 'Rename Base camp' })).toBeVisible();
    await expectPill(page, 'Offline, 3 waiting');
    await panel.getByRole('button', { name: 'Close' }).click();
  });
});

test("a draft of a new label's name stays with its project", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const [one, other] = [
    await makeProject(founder, { name: 'Ridge trail' }),
    await makeProject(founder, { name: 'Night walk' }),
  ];
  const { page } = await newDevice();
  await signIn(page, founder.person, `/home-view?panel=labels&project=${one.id}`);
  const field = page.getByLabel('Name of a new label');
  await field.fill('Camp');
  await goTo(page, `/home-view?panel=labels&project=${other.id}`);
  await expect(field).toHaveValue('');
  await goTo(page, `/home-view?panel=labels&project=${one.id}`);
  await expect(field).toHaveValue('Camp');
});

/** Types the new name with Enter twice and further text, all before anything is saved. */
async function hurry(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill(name);
  const release = await deferWrites(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await expect(field).toHaveValue(name);
  await expect(field).toBeFocused();
  await release();
}

/** Navigates like a link of the app, without a page load. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => history.pushState(null, '', next), address);
}

function file(name: string, text: string, mimeType = 'text/plain') {
  return { name, mimeType, buffer: Buffer.from(text) };
}
