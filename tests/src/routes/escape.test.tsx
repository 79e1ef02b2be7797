/** Escape ends what has the focus, and nothing beside it; a list of a tile's menu takes the keys. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { load, open } from './support/app.tsx';
import { boardOnScreen, column, comment, openTask } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  field,
  focus,
  gone,
  noteCard,
  press,
  see,
  step,
  type,
  writeNote,
} from './support/screen.ts';

const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });

test('Escape asks about the form with the focus, not about one that was opened later', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, '/notes-view');

  await step('two notes', async () => {
    await writeNote({ title: 'Packing', text: 'Rope', newTag: 'Gear' });
    await button('New note').first().click();
    const title = field('Title').first();
    await title.fill('A new one');
    await button('Edit Packing', noteCard('Packing')).click();
    const edited = page.getByRole('textbox', { name: 'Description' }).last();
    await edited.fill('Rope and pegs');
    await press('Escape', title);
    await question.getByRole('button', { name: 'Discard' }).click();
    await gone(question);
    await expect.element(edited).toHaveValue('Rope and pegs');
  });

  await step('two comments', async () => {
    await load(project.path);
    const panel = await openTask('Survey');
    for (const text of ['First', 'Second']) await comment(panel, text);
    const fields = panel.getByLabelText('Edit comment');
    for (const text of ['Second', 'First']) {
      const shown = panel.getByRole('listitem').filter({ hasText: text });
      await button('Actions for this comment', shown).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await see(shown.getByLabelText('Edit comment'));
      await shown.getByLabelText('Edit comment').fill(`${text}, changed`);
    }
    await press('Escape', fields.last());
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(fields).toHaveValue('First, changed');
  });
});

test('Escape elsewhere does not end a half-typed name', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  for (const name of ['Camp', 'Path']) {
    await organization.apply(labelCreate, { id: freshId(), project: project.id, name });
  }
  await open(organization, project.path);

  await step('of a card', async () => {
    await column('To do').hover();
    await button('Rename To do').click();
    const name = page.getByLabelText('Card name');
    await name.fill('Next week');
    await press('Escape', page.getByPlaceholder('Find a task'));
    await expect.element(name).toHaveValue('Next week');
    await press('Escape', name);
    await gone(name);
  });

  await step('of a label', async () => {
    await load(`/home-view?panel=labels&project=${project.id}`);
    for (const name of ['Camp', 'Path']) {
      await button(`Rename ${name}`).click();
      await page.getByLabelText(`New name of ${name}`).fill(`${name} two`);
    }
    await press('Escape', page.getByLabelText('New name of Camp'));
    await gone(page.getByLabelText('New name of Camp'));
    await expect.element(page.getByLabelText('New name of Path')).toHaveValue('Path two');
  });
});

test('Escape closes an open list in the new task dialog, and then the dialog', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Survey'] } });
  await open(organization, project.path);
  await focus(button('Survey'));
  await press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await see(dialog.getByLabelText('Task name'));
  for (const name of [/^Priority/, 'Due date', 'Label']) {
    await step(String(name), async () => {
      const chip = button(name, dialog);
      await chip.click();
      await expect.element(chip).toHaveAttribute('aria-expanded', 'true');
      await press('Escape');
      await expect.element(chip).toHaveAttribute('aria-expanded', 'false');
      await see(dialog);
    });
  }
  await press('Escape');
  await gone(dialog);
});

test("the stages of a tile's menu take the focus, and no key reaches the board", async () => {
  const organization = await createOrganization();
  const cards = { 'To do': ['Survey'], Inspect: [], Done: [] };
  const project = await organization.makeProject({ cards });
  await open(organization, project.path);
  const menu = page.getByRole('menu');
  await press('Enter', button('Actions for Survey'));
  await press('Enter', menu.getByRole('menuitem', { name: 'Move to...' }));
  await expect.element(menu.getByRole('menuitem', { name: 'Inspect' })).toHaveFocus();
  await press('ArrowDown');
  await expect.element(menu.getByRole('menuitem', { name: 'Done' })).toHaveFocus();
  await menu.getByRole('menuitem', { name: 'Back' }).click();
  await expect.element(menu.getByRole('menuitem', { name: 'Move to...' })).toHaveFocus();
  await menu.getByRole('menuitem', { name: 'Move to...' }).click();
  await type('c');
  await gone(page.getByRole('dialog', { name: 'New task' }));
  await press('Enter', menu.getByRole('menuitem', { name: 'Done' }));
  await gone(menu);
  await expect
    .poll(() => boardOnScreen().find(({ card }) => card === 'Done')?.tasks)
    .toEqual(['Survey']);
});
