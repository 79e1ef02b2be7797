/** The focus moves into an opened surface and returns when it is closed. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { messages } from '../../../model/entities/message.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { load, open } from './support/app.tsx';
import { column, comment, openAddTask, openBoard, openTask, taskPanel } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  choose,
  focus,
  gone,
  noteCard,
  press,
  resize,
  see,
  step,
  type,
  writeNote,
} from './support/screen.ts';

const START = { 'To do': ['Rope', 'Pegs'] };

test("an action called from a tile, a tile's removal and a panel opened by address leave the focus on a tile", async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await open(organization, project.path);
  const rope = button('Rope');

  await focus(rope);
  for (const [keys, name] of [
    ['Control+K', 'Search or go to'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await press(keys);
    const dialog = page.getByRole('dialog', { name });
    await see(dialog);
    await press('Escape');
    await gone(dialog);
    await expect.element(rope, { message: name }).toHaveFocus();
  }
  await press('j');
  await expect.element(button('Pegs')).toHaveFocus();

  await step(
    'archived by its menu, a tile passes the focus to its neighbour, and Undo restores the tile with the focus',
    async () => {
      await press('Enter', button('Actions for Pegs'));
      await press('Enter', page.getByRole('menuitem', { name: 'Archive' }));
      await expect.element(rope).toHaveFocus();
      await press('Control+z');
      await expect.element(button('Pegs')).toHaveFocus();
    },
  );

  await step('the last tile of a card passes the focus to the card', async () => {
    for (const name of ['Pegs', 'Rope']) {
      await press('Enter', button(`Actions for ${name}`));
      await press('Enter', page.getByRole('menuitem', { name: 'Archive' }));
      await gone(button(name));
    }
    const inCard = column('To do').css(':focus');
    await expect.element(inCard).toHaveLength(1);
  });

  await step(
    'unarchived in the panel, a row passes the focus to the next one, the last one to the panel, and can be undone',
    async () => {
      await press('Enter', button('Board menu'));
      await press('Enter', page.getByRole('menuitem', { name: 'Archived Tasks' }));
      const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
      await see(panel);
      const unarchive = panel.getByRole('button', { name: /^Unarchive/ });
      await press('Enter', unarchive.first());
      await expect.element(unarchive).toHaveLength(1);
      await expect.element(unarchive).toHaveFocus();
      await press('Enter');
      await expect.element(panel).toHaveFocus();
      await expect.element(panel).toMatchTextContent('No archived tasks');
      // Undo refers to the unarchiving, not to the older archiving that no longer applies.
      await press('Control+z');
      await see(page.getByText('Undone: Task successfully unarchived'));
      await expect.element(unarchive).toHaveLength(1);
      await press('Enter', unarchive);
      await gone(unarchive);
      await press('Escape');
      await gone(panel);
      await expect.element(button('Board menu')).toHaveFocus();
    },
  );

  await step(
    'a task opened by address passes the focus to its tile; a picker opened by a key is closed first',
    async () => {
      await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}`);
      const stage = taskPanel('Rope').getByRole('button', { name: 'Stage: ' });
      await press('Enter', stage);
      await see(page.getByRole('dialog', { name: 'Stage of Rope' }));
      await press('Escape');
      await gone(page.getByRole('listbox'));
      await expect.element(stage).toHaveFocus();
      await press('Escape');
      await gone(taskPanel('Rope'));
      await expect.element(rope).toHaveFocus();
    },
  );
});

test('editing in an open panel begins in the first field and ends on the pencil', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  const device = await open(organization, project.path);

  await step('a task', async () => {
    const panel = await openTask('Rope');
    const pencil = panel.getByRole('button', { name: 'Edit task' });
    await press('Enter', pencil);
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await expect.element(form.getByLabelText('Task name')).toHaveFocus();
    await press('Escape');
    await expect.element(pencil).toHaveFocus();

    await press('Enter', pencil);
    await expect.element(form.getByLabelText('Task name')).toHaveFocus();
    await type(' of hemp');
    await press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(form.getByLabelText('Task name')).toHaveFocus();
    await press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(pencil).toHaveFocus();
    await press('Escape');
    await expect.element(button('Rope')).toHaveFocus();
  });

  await step('a task with a draft that survived a reload', async () => {
    await openTask('Pegs');
    await page.getByRole('button', { name: 'Edit task' }).click();
    await type('!');
    const form = page.getByRole('dialog', { name: 'Update Task' });
    await expect.element(form.getByLabelText('Task name')).toHaveValue('Pegs!');
    await openBoard(project.path);
    await press('Enter', button('Pegs'));
    await expect.element(form.getByLabelText('Task name')).toHaveFocus();
    await press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await see(taskPanel('Pegs'));
    await press('Escape');
    await expect.element(button('Pegs')).toHaveFocus();
  });

  await step('a note, old and new', async () => {
    await load('/notes-view');
    await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
    await expect.element(button('New note')).toHaveFocus();
    await press('Enter', button('New note'));
    await expect.element(page.getByLabelText('Title')).toHaveFocus();
    await press('Escape');
    await expect.element(button('New note')).toHaveFocus();

    await press('Enter');
    await press('Enter', button('New tag'));
    await press('Escape');
    await expect.element(button('New tag')).toHaveFocus();
    await press('Enter');
    await type('walk');
    await press('Enter');
    const tag = page.getByRole('combobox', { name: 'Tag' });
    await see(page.getByText('walk', { exact: true }).first());
    await expect.element(tag).toHaveFocus();
    await page.getByLabelText('Title').fill('Way');
    await leaveAsked({ back: page.getByLabelText('Title'), to: button('New note') });

    const pencil = button('Edit Packing');
    await press('Enter', pencil);
    const title = noteCard('Packing').getByLabelText('Title');
    await expect.element(title).toHaveFocus();
    await press('Escape');
    await expect.element(pencil).toHaveFocus();
    await press('Enter', pencil);
    await title.fill('Pack');
    await leaveAsked({ back: title, to: pencil });

    const [map, way] = [freshId(), freshId()];
    await organization.apply(noteTagCreate, { id: map, name: 'map' });
    await organization.apply(noteCreate, { id: way, title: 'Way', note: 'North', tags: map });
    await device.receive();
    await press('Enter', button('Delete Way'));
    await expect.element(pencil).toHaveFocus();
    await press('Enter', button('Delete Packing'));
    await gone(page.getByRole('article'));
    await expect.element(button('New note').first()).toHaveFocus();
  });
});

test('after an edit or an addition the focus is on the next control, not on the page', async () => {
  const organization = await createOrganization();
  organization.addPerson('Ben Moor', 'Member');
  const project = await organization.makeProject({ cards: START });
  const device = await open(organization, project.path);

  await step('a comment', async () => {
    // Low enough that the comment ends right above the bar below it.
    await resize(1280, 560);
    const panel = await openTask('Rope');
    await comment(panel, 'Twelve metres');
    const menu = panel.getByRole('button', { name: 'Actions for this comment' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const field = panel.getByLabelText('Edit comment');
    await expect.element(field).toHaveFocus();
    await expect.element(button('Save')).toBeInViewport({ ratio: 1 });
    await type(' at least');
    const release = await deferWrites();
    await press('Control+Enter');
    await expect.element(field).toHaveAttribute('readonly');
    await expect.element(field).toHaveFocus();
    await release();
    await expect.element(menu).toHaveFocus();
    await press('Enter');
    await press('Enter', page.getByRole('menuitem', { name: 'Edit' }));
    await expect.element(field).toHaveFocus();
    await type('About ');
    await leaveAsked({ back: field, to: menu });
    await see(panel.getByText('Twelve metres'));
    const box = panel.getByLabelText('Write a comment');
    await comment(panel, 'Of hemp');
    await expect.element(box).toHaveFocus();
    await type('Next');
    await expect.element(box).toHaveValue('Next');
    await box.fill('');
    await page.getByRole('button', { name: 'Close task' }).click();
  });

  await step('a card with a draft of its name that survived a reload', async () => {
    const tile = button('Add Card');
    await tile.click();
    const name = page.getByLabelText('Card name');
    await expect.element(name).toHaveFocus();
    await press('Escape');
    await expect.element(tile).toHaveFocus();
    await press('Enter', tile);
    await name.fill('Waiting');
    await leaveAsked({ back: name, to: tile });
    await press('Enter', tile);
    await expect.element(name).toHaveValue('');
    await name.fill('Doing');
    await openBoard(project.path);
    await press('Enter', name);
    await expect.element(name).toHaveValue('');
    await expect.element(name).toHaveFocus();
    await name.fill('Half');
    await openBoard(project.path);
    await focus(name);
    await leaveAsked({ back: name, to: tile });
  });

  await step('people of a project', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Members', exact: true }).click();
    const team = page.getByRole('dialog', { name: `Team of ${project.name}` });
    const field = team.getByLabelText('Add a person');
    await field.fill('Ben');
    await page.getByRole('option', { name: 'Ben Moor' }).click();
    await press('Enter', team.getByRole('button', { name: 'Add' }));
    const remove = team.getByRole('button', { name: /^Remove/ });
    await expect.element(remove).toHaveLength(2);
    await expect.element(field).toHaveFocus();
    await press('Enter', remove.last());
    await expect.element(remove).toHaveLength(1);
    await expect.element(remove).toHaveFocus();
    await press('Escape');
    await gone(team);
  });

  await step('a message', async () => {
    await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
    await page
      .getByRole('link', { name: /Ben Moor/ })
      .first()
      .click();
    const box = page.getByLabelText('Message', { exact: true });
    await box.fill('One');
    await press('Enter', box);
    await page.getByRole('article').filter({ hasText: 'One' }).hover();
    await button('Actions for this message').first().click();
    const edit = page.getByRole('menuitem', { name: 'Edit' });
    await see(edit);
    // The arrival of its number closes no menu.
    const [sent] = await device.rows(messages);
    if (sent === undefined) throw new Error('The message is on the device');
    organization.put(messages, { ...sent, seq: 1 });
    await device.receive();
    await expect.poll(async () => (await device.rows(messages))[0]?.seq).toBe(1);
    await edit.click();
    await expect.element(box).toHaveValue('One');
    await box.fill('Two');
    await press('Enter', box);
    await see(page.getByRole('article').filter({ hasText: 'Two' }));
    await expect.element(box).toHaveValue('');
    await expect.element(box).toHaveFocus();
  });
});

test('after a rejection the focus is in the rejected form', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await open(organization, project.path);
  const form = await openAddTask('To do');
  await form.getByLabelText('Task name').fill('Rope\u0000');
  await choose(form, 'Priority', 'Medium');
  await choose(form, 'Assign to', 'Ada Field');
  const submit = form.getByRole('button', { name: 'Add to To do' });
  await submit.click();
  const refusal = page.getByRole('alertdialog', { name: 'This cannot be done' });
  await refusal.getByRole('button', { name: 'OK' }).click();
  await gone(refusal);
  await expect.element(submit).toHaveFocus();
});

test('a question opened from a menu returns the focus to the panel, because the menu is closed', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await open(organization, project.path);
  const panel = await openTask('Rope');
  await comment(panel, 'Twelve metres');
  await panel.getByRole('button', { name: 'Actions for this comment' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(panel).toHaveFocus();
});

/**
 * Escape asks before it discards typed text: keeping it returns the focus to `back`, discarding it
 * moves the focus to `to`, the opener.
 */
async function leaveAsked({
  back,
  to,
}: {
  readonly back: Locator;
  readonly to: Locator;
}): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const typed = valueOf(back);
  await press('Escape');
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect.element(back).toHaveFocus();
  await expect.element(back).toHaveValue(typed);
  await press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await gone(back);
  await expect.element(to).toHaveFocus();
}

function valueOf(field: Locator): string {
  const element = field.query();
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : '';
}

test('Escape and the cross of a new subtask return the focus to the button that opened its field', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await open(organization, project.path);
  const panel = await openTask('Rope');
  const add = button('Add subtask', panel);
  for (const leave of [
    () => press('Escape'),
    () => button('Stop adding subtasks', panel).click(),
  ]) {
    await add.click();
    await expect.element(panel.getByLabelText('Name of the subtask')).toHaveFocus();
    await leave();
    await expect.element(add).toHaveFocus();
  }
});

test('a panel that a menu opened returns the focus to the button of the menu', async () => {
  const organization = await createOrganization();
  await open(organization, '/home-view');
  for (const [opener, item, name] of [
    ['Add a task, todo or note', 'Todo', /^Todo/],
    [/Account menu/, 'Import', 'Import'],
  ] as const) {
    const menu = page.getByRole('button', { name: opener });
    await menu.click();
    await page.getByRole('menuitem', { name: item }).click();
    const panel = page.getByRole('dialog', { name });
    await see(panel);
    await press('Escape');
    await gone(panel);
    await expect.element(menu, { message: item }).toHaveFocus();
  }
});

test('a renamed todo keeps the focus, and a deleted one passes it to its neighbour', async () => {
  const organization = await createOrganization();
  await open(organization, '/home-view?panel=todo');
  const panel = page.getByRole('dialog', { name: /^Todo/ });
  for (const name of ['Rope', 'Pegs']) {
    await panel.getByLabelText('New task name').fill(name);
    await press('Enter');
    await see(button(name, panel));
  }
  await press('Enter', button('Rename Rope', panel));
  await expect.element(panel.getByRole('textbox', { name: 'Name of Rope' })).toHaveFocus();
  await type('Long rope');
  await press('Enter');
  await expect.element(button('Long rope', panel)).toHaveFocus();
  await press('Enter', button('Rename Pegs', panel));
  await expect.element(panel.getByRole('textbox', { name: 'Name of Pegs' })).toHaveFocus();
  // Unchanged.
  await press('Enter');
  await expect.element(button('Pegs', panel)).toHaveFocus();
  await press('Enter', button('Rename Pegs', panel));
  await press('Escape');
  await expect.element(button('Pegs', panel)).toHaveFocus();
  await press('Enter', button('Delete Pegs', panel));
  await gone(button('Pegs', panel));
  await expect.element(button('Reorder Long rope', panel)).toHaveFocus();
});
