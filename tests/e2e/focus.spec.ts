/** The focus moves into an opened surface and returns when it is closed. */
import type { Locator, Page } from '@playwright/test';
import { choose, expectPill, noteCard, openOutbox, writeNote } from './support/app.ts';
import {
  column,
  comment,
  describe,
  openBoard,
  openTask,
  signInToBoard,
  taskPanel,
} from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { addMember, makeProject, removeMember } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';
import { resizeTo } from './support/viewport.ts';

const START = { 'To do': ['Rope', 'Pegs'] };

test("an action called from a tile, a tile's removal and a panel opened by address leave the focus on a tile", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const rope = button(page, 'Rope');

  await rope.focus();
  for (const [keys, name] of [
    ['Control+K', 'Search or go to'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rope, name).toBeFocused();
  }
  await page.keyboard.press('j');
  await expect(button(page, 'Pegs')).toBeFocused();

  await test.step('archived by its menu, a tile passes the focus to its neighbour, and Undo restores the tile with the focus', async () => {
    await button(page, 'Actions for Pegs').press('Enter');
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await expect(rope).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(button(page, 'Pegs')).toBeFocused();
  });

  await test.step('the last tile of a card passes the focus to the card', async () => {
    for (const name of ['Pegs', 'Rope']) {
      await button(page, `Actions for ${name}`).press('Enter');
      await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
      await expect(button(page, name)).toHaveCount(0);
    }
    const inCard = column(page, 'To do').locator(':focus');
    await expect(inCard).toHaveCount(1);
  });

  await test.step('unarchived in the panel, a row passes the focus to the next one, the last one to the panel, and can be undone', async () => {
    await button(page, 'Board menu').press('Enter');
    await page.getByRole('menuitem', { name: 'Archived Tasks' }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
    await expect(panel).toBeVisible();
    const unarchive = panel.getByRole('button', { name: /^Unarchive/ });
    await unarchive.first().press('Enter');
    await expect(unarchive).toHaveCount(1);
    await expect(unarchive).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel).toContainText('No archived tasks');
    // Undo refers to the unarchiving, not to the older archiving that no longer applies.
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone: Task successfully unarchived')).toBeVisible();
    await expect(unarchive).toHaveCount(1);
    await unarchive.press('Enter');
    await expect(unarchive).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button(page, 'Board menu')).toBeFocused();
  });

  await test.step('a task opened by address passes the focus to its tile; a list opened by a key is closed first', async () => {
    await page.goto(`${project.path}?task=${project.tasks['Rope'] ?? ''}`);
    const stage = taskPanel(page, 'Rope').getByRole('combobox', { name: 'Stage' });
    await stage.press('ArrowDown');
    await expect(stage).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(stage).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(taskPanel(page, 'Rope')).toHaveCount(0);
    await expect(rope).toBeFocused();
  });
});

test('editing in an open panel begins in the first field and ends on the pencil', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a task', async () => {
    const panel = await openTask(page, 'Rope');
    const pencil = panel.getByRole('button', { name: 'Edit task' });
    await pencil.press('Enter');
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await expect(form.getByLabel('Task name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pencil).toBeFocused();

    await pencil.press('Enter');
    await expect(form.getByLabel('Task name')).toBeFocused();
    await page.keyboard.type(' of hemp');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Task name')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(pencil).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Rope')).toBeFocused();
  });

  await test.step('a task with a draft that survived a reload', async () => {
    await openTask(page, 'Pegs');
    await page.getByRole('button', { name: 'Edit task' }).click();
    await page.keyboard.type('!');
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await expect(form.getByLabel('Task name')).toHaveValue('Pegs!');
    await openBoard(page, project.path);
    await button(page, 'Pegs').press('Enter');
    await expect(form.getByLabel('Task name')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(taskPanel(page, 'Pegs')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Pegs')).toBeFocused();
  });

  await test.step('a note, old and new', async () => {
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Packing', text: 'Ladder', newTag: 'trip' });
    await expect(button(page, 'New note')).toBeFocused();
    await button(page, 'New note').press('Enter');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'New note')).toBeFocused();

    await page.keyboard.press('Enter');
    await button(page, 'New tag').press('Enter');
    await page.keyboard.press('Escape');
    await expect(button(page, 'New tag')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('walk');
    await page.keyboard.press('Enter');
    const tag = page.getByRole('combobox', { name: 'Tag' });
    await expect(tag).toHaveValue('walk');
    await expect(tag).toBeFocused();
    await page.getByLabel('Title').fill('Way');
    await leaveAsked(page, { back: page.getByLabel('Title'), to: button(page, 'New note') });

    const pencil = button(page, 'Edit Packing');
    await pencil.press('Enter');
    const title = noteCard(page, 'Packing').getByLabel('Title');
    await expect(title).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pencil).toBeFocused();
    await pencil.press('Enter');
    await title.fill('Pack');
    await leaveAsked(page, { back: title, to: pencil });

    const { body } = await expectOk(founder.post('note-tag/create/', { name: 'map' }));
    const way = { title: 'Way', note: 'North', tags: body.data.id };
    await expectOk(founder.post('note/create/', way));
    await button(page, 'Delete Way').press('Enter');
    await expect(pencil).toBeFocused();
    await button(page, 'Delete Packing').press('Enter');
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(button(page, 'New note').first()).toBeFocused();
  });
});

test('after an edit or an addition the focus is on the next control, not on the page', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a comment', async () => {
    // Low enough that the comment ends right above the bar below it.
    await resizeTo(page, { width: 1280, height: 560 });
    const panel = await openTask(page, 'Rope');
    await comment(panel, 'Twelve metres');
    const menu = panel.getByRole('button', { name: 'Actions for this comment' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const field = panel.getByLabel('Edit comment');
    await expect(field).toBeFocused();
    await expect(button(page, 'Save')).toBeInViewport({ ratio: 1 });
    await page.keyboard.type(' at least');
    const release = await deferWrites(page);
    await page.keyboard.press('Control+Enter');
    await expect(field).toHaveAttribute('readonly');
    await expect(field).toBeFocused();
    await release();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.type('About ');
    await leaveAsked(page, { back: field, to: menu });
    await expect(panel.getByText('Twelve metres')).toBeVisible();
    const box = panel.getByLabel('Write a comment');
    await comment(panel, 'Of hemp');
    await expect(box).toBeFocused();
    await page.keyboard.type('Next');
    await expect(box).toHaveValue('Next');
    await box.fill('');
    await page.getByRole('button', { name: 'Close task' }).click();
  });

  await test.step('a card with a draft of its name that survived a reload', async () => {
    const tile = button(page, 'Add Card');
    await tile.click();
    const name = page.getByLabel('Card name');
    await expect(name).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tile).toBeFocused();
    await tile.press('Enter');
    await name.fill('Waiting');
    await leaveAsked(page, { back: name, to: tile });
    await tile.press('Enter');
    await expect(name).toHaveValue('');
    await name.fill('Doing');
    await openBoard(page, project.path);
    await name.press('Enter');
    await expect(name).toHaveValue('');
    await expect(name).toBeFocused();
    await name.fill('Half');
    await openBoard(page, project.path);
    await name.focus();
    await leaveAsked(page, { back: name, to: tile });
  });

  await test.step('people of a project', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Members', exact: true }).click();
    const team = page.getByRole('dialog', { name: `Team of ${project.name}` });
    const field = team.getByLabel('Add a person');
    await field.fill('Ben');
    await page.getByRole('option', { name: 'Ben Moor' }).click();
    await team.getByRole('button', { name: 'Add' }).press('Enter');
    const remove = team.getByRole('button', { name: /^Remove/ });
    await expect(remove).toHaveCount(2);
    await expect(field).toBeFocused();
    await remove.last().press('Enter');
    await expect(remove).toHaveCount(1);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(team).toHaveCount(0);
  });

  await test.step('a message', async () => {
    await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
    await page
      .getByRole('link', { name: new RegExp(ben.person.name) })
      .first()
      .click();
    const box = page.getByLabel('Message', { exact: true });
    network.cut();
    await box.fill('One');
    await box.press('Enter');
    await page.getByRole('article').filter({ hasText: 'One' }).hover();
    await button(page, 'Actions for this message').first().click();
    const edit = page.getByRole('menuitem', { name: 'Edit' });
    await expect(edit).toBeVisible();
    network.heal();
    // The arrival of its number closes no menu.
    await expectPill(page, 'Up to date');
    await edit.click();
    await expect(box).toHaveValue('One');
    await box.fill('Two');
    await box.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: 'Two' })).toBeVisible();
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
  });
});

test('after a rejection the focus is in the rejected form', async ({ newDevice, organization }) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  const form = page.getByRole('dialog', { name: 'Add Task' });
  await form.getByLabel('Task name').fill('Rope\u0000');
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', 'Ada Field');
  const submit = form.getByRole('button', { name: 'Add to To do' });
  await submit.click();
  const refusal = page.getByRole('alertdialog', { name: 'This cannot be done' });
  await refusal.getByRole('button', { name: 'OK' }).click();
  await expect(refusal).toHaveCount(0);
  await expect(submit).toBeFocused();
});

test('a question opened from a menu returns the focus to the panel, because the menu is closed', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Rope');
  await comment(panel, 'Twelve metres');
  await panel.getByRole('button', { name: 'Actions for this comment' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeFocused();
});

test('a decision in the outbox moves the focus to the next entry, the last one to the panel', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a text of two versions', async () => {
    network.cut();
    for (const task of ['Rope', 'Pegs']) {
      await describe(page, task, `${task} of here`);
      await page.getByRole('button', { name: 'Close task' }).click();
      const path = `task/update-destroy/${project.tasks[task] ?? ''}/`;
      await expectOk(founder.patch(path, { description: `${task} of there` }));
    }
    network.heal();
    await expectPill(page, '2 need you');
    const outbox = await openOutbox(page);
    const entries = outbox.getByRole('listitem');
    await expect(entries).toHaveCount(2);
    await entries.first().getByRole('button', { name: 'Keep mine' }).press('Enter');
    await expect(entries.filter({ hasText: 'Two versions' })).toHaveCount(1);
    await expect(outbox.getByRole('button', { name: 'Take theirs' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(outbox).toContainText('Nothing waits');
    await expect(outbox).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('retried, edited and discarded entries', async () => {
    const panel = await openTask(page, 'Rope');
    await comment(panel, 'Wet');
    await expectPill(page, 'Up to date');
    network.cut();
    for (const text of ['Twelve metres', 'Of hemp']) await comment(panel, text);
    await panel.getByRole('button', { name: 'Actions for this comment' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.keyboard.type(' again');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByLabel('Edit comment')).toHaveCount(0);
    const said = await founder.get('comment/list/', { task__id: project.tasks['Rope'] ?? '' });
    const path = `comment/update-destroy/${said.body.data[0].id}/`;
    await expectOk(founder.patch(path, { deleted: true }));
    await removeMember(founder, project.id, founder.person);
    network.heal();
    await expectPill(page, '3 need you');
    await page.getByRole('button', { name: 'Close task' }).click();
    await addMember(founder, project.id, founder.person);
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    const team = page.getByRole('dialog', { name: `Team of ${project.name}` });
    await expect(team.getByRole('listitem').filter({ hasText: 'Ada Field' })).toBeVisible();
    const outbox = await openOutbox(page);
    const again = outbox.getByRole('button', { name: 'Try again' });
    await again.first().press('Enter');
    await expect(again).toHaveCount(2);
    await expect(again.first()).toBeFocused();
    await outbox.getByRole('button', { name: 'Discard' }).first().press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(again).toHaveCount(1);
    await expect(again).toBeFocused();
    await outbox.getByRole('button', { name: 'Edit' }).press('Enter');
    await expect(outbox.getByLabel('My text')).toBeFocused();
    await outbox.getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(outbox).toContainText('Nothing waits');
    await expect(outbox).toBeFocused();
  });
});

test('a mutation in the outbox that becomes rejected keeps the focus, and a sent one passes it to the panel', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Rope');
  network.cut();
  const texts = ['Twelve metres', 'Of hemp', 'And dry'];
  for (const text of texts) await comment(panel, text);
  await page.getByRole('button', { name: 'Close task' }).click();
  await removeMember(founder, project.id, founder.person);
  const outbox = await openOutbox(page);
  const entries = outbox.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await entries.nth(1).getByRole('button').first().press('Enter');
  await expect(entries.nth(1)).toContainText('Of hemp');
  network.heal();
  await expect(outbox.getByRole('button', { name: 'Try again' })).toHaveCount(3);
  await expect(entries.filter({ hasText: 'Of hemp' })).toBeFocused();

  await addMember(founder, project.id, founder.person);
  await expectPill(page, '3 need you');
  network.cut();
  for (const left of [2, 1, 0]) {
    await outbox.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(outbox.getByRole('button', { name: 'Try again' })).toHaveCount(left);
  }
  await entries.first().getByRole('button').first().focus();
  network.heal();
  await expect(outbox).toContainText('Nothing waits');
  await expect(outbox).toBeFocused();
});

/**
 * Escape asks before it discards typed text: keeping it returns the focus to `back`, discarding it
 * moves the focus to `to`, the opener.
 */
async function leaveAsked(
  page: Page,
  { back, to }: { readonly back: Locator; readonly to: Locator },
): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const typed = await back.inputValue();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(back).toBeFocused();
  await expect(back).toHaveValue(typed);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(back).toHaveCount(0);
  await expect(to).toBeFocused();
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}
