/** Typing faster than the device saves: Enter twice, and further text during a save. */
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { load, open } from './support/app.tsx';
import { column, comment, openBoard, openTask } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { createOrganization } from './support/organization.ts';
import {
  expectTexts,
  focus,
  noteCard,
  press,
  see,
  step,
  type,
  writeNote,
} from './support/screen.ts';

test('messages sent in quick succession exist once and in order, and a response does not take the focus', async () => {
  const organization = await createOrganization();
  organization.addPerson('Ben Moor', 'Member');
  await open(organization, '/home-view');
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  await page
    .getByRole('link', { name: /Ben Moor/ })
    .first()
    .click();
  const box = page.getByLabelText('Message', { exact: true });
  const log = page.getByRole('log').css('article p');

  const release = await deferWrites();
  await focus(box);
  await type('One');
  await press('Enter');
  await press('Enter');
  await type('Two');
  await press('Enter');
  await type('half');
  await release();
  await expectTexts(log, ['One', 'Two']);
  await expect.element(box).toHaveValue('half');

  await box.fill('');
  await page.getByRole('article').filter({ hasText: 'One' }).hover();
  await page.getByRole('button', { name: 'Actions for this message' }).first().click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await expect.element(box).toHaveFocus();
  const releaseReply = await deferWrites();
  await type('Yes');
  await press('Enter');
  await type('Three');
  await expect.element(box).toHaveValue('Three');
  await releaseReply();
  await press('Enter');
  await expectTexts(log, ['One', 'Two', /Yes$/, 'Three']);
});

test('Enter twice creates one card, subtask, todo, label, note and tag', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  const device = await open(organization, project.path);

  await step('a card', async () => {
    await page.getByRole('button', { name: 'Add Card' }).click();
    await hurry(page.getByLabelText('Card name'), ['Doing', 'Done']);
    await expect.element(column('Doing')).toHaveLength(1);
    await expect.element(column('Done')).toHaveLength(1);
    await press('Escape', page.getByLabelText('Card name'));
  });

  await step('a subtask', async () => {
    const panel = await openTask('Survey');
    await panel.getByRole('button', { name: 'Add subtask' }).click();
    await hurry(panel.getByLabelText('Name of the subtask'), ['Rope', 'Pegs']);
    await expect.element(panel.getByRole('checkbox', { name: /Rope/ })).toHaveLength(1);
    await expect.element(panel.getByRole('checkbox', { name: /Pegs/ })).toHaveLength(1);
    await page.getByRole('button', { name: 'Close task' }).click();
  });

  await step('a todo', async () => {
    await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
    await page.getByRole('menuitem', { name: 'Todo' }).click();
    const panel = page.getByRole('dialog', { name: /^Todo/ });
    await hurry(panel.getByLabelText('New task name'), ['Call', 'Pack']);
    await expect.element(panel.getByRole('checkbox')).toHaveLength(2);
    await page.getByRole('button', { name: 'Close Todo' }).click();
  });

  await step('a note and its tag', async () => {
    await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
    await page.getByRole('menuitem', { name: 'Note' }).click();
    await page.getByRole('button', { name: 'New note' }).first().click();
    const form = page.css('form').filter({ has: page.getByLabelText('Title') });
    await form.getByRole('button', { name: 'New tag' }).click();
    await form.getByLabelText('Tag name').fill('Well');
    const release = await deferWrites();
    await press('Enter');
    await press('Enter');
    await release();
    await see(form.getByText('Well', { exact: true }));
    await form.getByLabelText('Title').fill('Depth');
    await form.getByLabelText('Description').fill('Nine metres');
    await focus(form.getByLabelText('Title'));
    const releaseNote = await deferWrites();
    await press('Enter');
    await press('Enter');
    await releaseNote();
    await expect.element(page.getByRole('button', { name: 'Edit Depth' })).toHaveLength(1);
    await expect.poll(() => device.rows(notes)).toMatchObject([{ title: 'Depth' }]);
    expect(await device.rows(noteTags)).toMatchObject([{ name: 'Well' }]);
    expect(await device.outbox()).toEqual([
      'card-create',
      'card-create',
      'subtask-create',
      'subtask-create',
      'todo-create',
      'todo-create',
      'note-tag-create',
      'note-create',
    ]);
  });
});

test('a note or a task that is saving accepts no text, which would be lost with the form', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, '/home-view');

  await step('a note', async () => {
    await load('/notes-view');
    await writeNote({ title: 'Depth', text: 'Nine metres', newTag: 'Well' });
    await page.getByRole('button', { name: 'Edit Depth' }).click();
    const title = noteCard('Depth').getByLabelText('Title');
    await title.fill('Depths');
    await typeOn(page.getByLabelText('Title').last());
    await expect
      .element(page.getByRole('button', { name: 'Edit Depths', exact: true }))
      .toHaveFocus();
  });

  await step('a task', async () => {
    await openBoard(project.path);
    await openTask('Survey');
    await page.getByRole('button', { name: 'Edit task' }).click();
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await form.getByLabelText('Description').fill('By rope');
    await form.getByLabelText('Task name').fill('Depth survey');
    await typeOn(form.getByLabelText('Task name'));
    await expect.element(page.getByRole('button', { name: 'Edit task' })).toHaveFocus();
    await see(page.getByRole('dialog', { name: 'Depth survey' }));
  });
});

/** Saves with Enter and continues typing while nothing is written. */
async function typeOn(field: Locator): Promise<void> {
  const typed = valueOf(field);
  await focus(field);
  const release = await deferWrites();
  await press('Enter');
  await type(' and more');
  await expect.element(field).toHaveValue(typed);
  await expect.element(field).toHaveFocus();
  await release();
}

/** Types each text with Enter twice, all before anything is saved. */
async function hurry(field: Locator, words: readonly string[]): Promise<void> {
  const release = await deferWrites();
  await focus(field);
  for (const word of words) {
    await type(word);
    await press('Enter');
    await press('Enter');
  }
  await expect.element(field).toHaveValue('');
  await release();
}

function valueOf(field: Locator): string {
  const element = field.query();
  return element instanceof HTMLInputElement ? element.value : '';
}

test('text typed right after the choice of a suggested name is inserted behind it', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Survey'] },
    members: [mia],
  });
  await open(organization, project.path);
  const panel = await openTask('Survey');
  const box = panel.getByLabelText('Write a comment');
  await focus(box);
  await type('Ask @mi');
  await see(page.getByRole('option', { name: 'Mia Stone' }));
  // As on a busy device, on which the next frame comes after the next letters.
  const frames = vi
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((run) => Number(setTimeout(() => run(performance.now()), 300)));
  await type('\na');
  await new Promise((resolve) => setTimeout(resolve, 400));
  frames.mockRestore();
  await type('bout the ford');
  await expect.element(box).toHaveValue('Ask @Mia Stone about the ford');
});

test('an edit of a comment continues at its end', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, project.path);
  const panel = await openTask('Survey');
  await comment(panel, 'The ford');
  await panel.getByRole('button', { name: 'Actions for this comment' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = panel.getByLabelText('Edit comment');
  await expect.element(edit).toHaveFocus();
  await type(' is deep');
  await expect.element(edit).toHaveValue('The ford is deep');
});
