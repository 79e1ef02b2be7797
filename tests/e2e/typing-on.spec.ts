/** Typing faster than the device saves: Enter twice, and further text during a save. */
import type { Locator, Page } from '@playwright/test';
import { expectPill, noteCard, signIn, writeNote } from './support/app.ts';
import { column, openBoard, openTask, signInToBoard } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('a comment sent twice exists once, and text typed meanwhile becomes the next one, also over a reload', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Survey');
  const box = panel.getByLabel('Write a comment');

  await test.step('with a large file', async () => {
    await panel
      .getByLabel('Attach a file')
      .first()
      .setInputFiles({
        name: 'survey.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(20_000_000, 'cairn'),
      });
    const release = await deferWrites(page);
    await box.pressSequentially('Here is the survey');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('and the map');
    await expect(box).toHaveValue('and the map');
    await expect(panel.getByText('survey.bin')).toHaveCount(0);
    await release();
    await expect(panel.getByText('survey.bin')).toBeVisible();
    await expect(box).toHaveValue('and the map');
    await expect(said(panel)).toHaveText(['Here is the survey']);
  });

  await test.step('a panel that is closed meanwhile', async () => {
    const release = await deferWrites(page);
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Next');
    await page.getByRole('button', { name: 'Close task' }).click();
    await release();
    await openTask(page, 'Survey');
    await expect(said(panel)).toHaveText(['Here is the survey', 'and the map']);
    await expect(box).toHaveValue('Next');
  });

  await test.step('a page closed before the comment is saved restores it', async () => {
    await deferWrites(page);
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('and last');
    await expect(box).toHaveValue('and last');
    await page.reload();
    await expect(box).toHaveValue('Next\nand last');
    await expect(said(panel)).toHaveText(['Here is the survey', 'and the map']);
    await box.press('Control+Enter');
    await expect(box).toHaveValue('');
    await expect(said(panel)).toHaveCount(3);
  });
  await expectPill(page, 'Up to date');
});

test('messages sent in quick succession exist once and in order, and a response does not take the focus', async ({
  newDevice,
  organization,
}) => {
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const { page } = await newDevice();
  await signIn(page, organization.founder.person);
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  await page
    .getByRole('link', { name: new RegExp(ben.person.name) })
    .first()
    .click();
  const box = page.getByLabel('Message', { exact: true });
  const log = page.getByRole('log').locator('article p');

  const release = await deferWrites(page);
  await box.focus();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await page.keyboard.type('half');
  await release();
  await expect(log).toHaveText(['One', 'Two']);
  await expect(box).toHaveValue('half');

  await box.fill('');
  await page.getByRole('article').filter({ hasText: 'One' }).hover();
  await page.getByRole('button', { name: 'Actions for this message' }).first().click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await expect(box).toBeFocused();
  const releaseReply = await deferWrites(page);
  await page.keyboard.type('Yes');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Three');
  await expect(box).toHaveValue('Three');
  await releaseReply();
  await page.keyboard.press('Enter');
  await expect(log).toHaveText(['One', 'Two', /Yes$/, 'Three']);
});

test('Enter twice creates one card, subtask, todo, label, note and tag', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a card', async () => {
    await page.getByRole('button', { name: 'Add Card' }).click();
    await hurry(page, page.getByLabel('Card name'), ['Doing', 'Done']);
    await expect(column(page, 'Doing')).toHaveCount(1);
    await expect(column(page, 'Done')).toHaveCount(1);
    await page.getByLabel('Card name').press('Escape');
  });

  await test.step('a subtask', async () => {
    const panel = await openTask(page, 'Survey');
    await panel.getByRole('button', { name: 'Add subtask' }).click();
    await hurry(page, panel.getByLabel('Name of the subtask'), ['Rope', 'Pegs']);
    await expect(panel.getByRole('checkbox', { name: /Rope/ })).toHaveCount(1);
    await expect(panel.getByRole('checkbox', { name: /Pegs/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Close task' }).click();
  });

  await test.step('a todo', async () => {
    await page.getByRole('button', { name: 'Add a todo or a note' }).click();
    await page.getByRole('menuitem', { name: 'Todo' }).click();
    const panel = page.getByRole('dialog', { name: /^Todo/ });
    await hurry(page, panel.getByLabel('New task name'), ['Call', 'Pack']);
    await expect(panel.getByRole('checkbox')).toHaveCount(2);
    await page.getByRole('button', { name: 'Close Todo' }).click();
  });

  await test.step('a note and its tag', async () => {
    await page.getByRole('button', { name: 'Add a todo or a note' }).click();
    await page.getByRole('menuitem', { name: 'Note' }).click();
    await page.getByRole('button', { name: 'New note' }).first().click();
    const form = page.locator('form').filter({ has: page.getByLabel('Title') });
    await form.getByRole('button', { name: 'New tag' }).click();
    await form.getByLabel('Tag name').fill('Well');
    const release = await deferWrites(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await release();
    await expect(form.getByRole('combobox', { name: 'Tag' })).toHaveValue('Well');
    await form.getByLabel('Title').fill('Depth');
    await form.getByLabel('Description').fill('Nine metres');
    await form.getByLabel('Title').focus();
    const releaseNote = await deferWrites(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await releaseNote();
    await expect(page.getByRole('button', { name: 'Edit Depth' })).toHaveCount(1);
    const listed = async (path: string) => (await founder.get(path)).body.data;
    await expect.poll(() => listed('note/list/')).toMatchObject([{ title: 'Depth' }]);
    expect(await listed('note-tag/list/')).toMatchObject([{ name: 'Well' }]);
  });
});

test('a note or a task that is saving accepts no text, which would be lost with the form', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page } = await newDevice();
  await signIn(page, founder.person);

  await test.step('a note', async () => {
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Depth', text: 'Nine metres', newTag: 'Well' });
    await page.getByRole('button', { name: 'Edit Depth' }).click();
    const title = noteCard(page, 'Depth').getByLabel('Title');
    await title.fill('Depths');
    await typeOn(page, page.getByLabel('Title').last());
    await expect(page.getByRole('button', { name: 'Edit Depths', exact: true })).toBeFocused();
  });

  await test.step('a task', async () => {
    await openBoard(page, project.path);
    await openTask(page, 'Survey');
    await page.getByRole('button', { name: 'Edit task' }).click();
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await form.getByLabel('Description').fill('By rope');
    await form.getByLabel('Task name').fill('Depth survey');
    await typeOn(page, form.getByLabel('Task name'));
    await expect(page.getByRole('button', { name: 'Edit task' })).toBeFocused();
    await expect(page.getByRole('dialog', { name: 'Depth survey' })).toBeVisible();
  });
});

/** Saves with Enter and continues typing while nothing is written. */
async function typeOn(page: Page, field: Locator): Promise<void> {
  const typed = await field.inputValue();
  await field.focus();
  const release = await deferWrites(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and more');
  await expect(field).toHaveValue(typed);
  await expect(field).toBeFocused();
  await release();
}

/** Types each text with Enter twice, all before anything is saved. */
async function hurry(page: Page, field: Locator, words: readonly string[]): Promise<void> {
  const release = await deferWrites(page);
  await field.focus();
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
  await expect(field).toHaveValue('');
  await release();
  await expectPill(page, 'Up to date');
}

/** Texts of the comments, in order. */
function said(panel: Locator): Locator {
  return panel
    .getByRole('listitem')
    .filter({ has: panel.page().locator('time') })
    .locator('p');
}
