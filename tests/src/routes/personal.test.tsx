/** Personal data: notes behind a search, the palette over everything on the device. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notes } from '../../../model/entities/note.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { load, open } from './support/app.tsx';
import { taskPanel } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  button,
  choose,
  expectUrl,
  field,
  gone,
  heading,
  noteCard,
  press,
  resize,
  see,
  step,
  writeNote,
} from './support/screen.ts';

test('a note hidden by a search is named and shown after a click, without a network too', async () => {
  const organization = await createOrganization();
  await open(organization, '/notes-view');
  await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('Ladder');
  await expectUrl(/Ladder/);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabelText('Title').fill('Shopping');
  await choose(page, 'Tag', 'trip');
  await page.getByRole('textbox', { name: 'Description' }).fill('Rope and pegs');
  await page.getByRole('button', { name: 'Create note' }).click();
  await see(page.getByText('“Shopping” is hidden by the search or the tag.'));
  await gone(noteCard('Shopping'));
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect.element(noteCard('Shopping')).toMatchTextContent('Rope and pegs');
  await expect.element(page.getByRole('searchbox', { name: 'Search notes' })).toHaveValue('');
});

test('the offer to show a hidden note goes with the notes', async () => {
  await open(await createOrganization(), '/notes-view?search=ladder');
  await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
  await button('Edit Packing').click();
  await field('Description').fill('Rope and pegs');
  await button('Save').click();
  const offer = page.getByText('“Packing” is hidden by the search or the tag.');
  await see(offer);
  await page.getByRole('link', { name: 'My Tasks' }).first().click();
  await see(heading('My Tasks'));
  expect(offer.query()).toBeNull();
  expect(location.pathname + location.search).toBe('/mytasks');
});

test('the palette finds and opens everything without a network', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ name: 'Bridge', cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  const name = 'Brücke prüfen';
  const task = await organization.makeTask({ project: project.id, card, name });
  await organization.apply(commentCreate, {
    id: freshId(),
    project: project.id,
    task,
    comment: 'The Ångström gauge is in the shed',
    attachment: null,
  });
  await open(organization, '/home-view');
  await see(heading(/Ada Field/));

  await press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  const field = palette.getByRole('combobox');
  await field.fill('brucke');
  await expect.element(palette.getByRole('option', { name })).toMatchTextContent('Bridge › To do');
  await press('Enter');
  await see(taskPanel(name));

  await page.getByRole('button', { name: 'Search or go to' }).click();
  await expect.element(palette.getByRole('group', { name: 'Recent' })).toMatchTextContent(name);
  await field.fill('angstrom shed');
  await palette.getByRole('option', { name: /Ångström gauge/ }).click();
  await expectUrl(/comment=/);
  await expect.element(taskPanel(name)).toMatchTextContent('The Ångström gauge');

  await press('Control+K');
  await field.fill('theme rasp');
  await press('Enter');
  await expect.poll(() => document.documentElement.dataset['colour']).toBe('raspberry');
  await load('/home-view');
  await see(page.getByRole('heading', { level: 1 }));
  await press('?');
  await see(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await press('Escape');
  await gone(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));

  await step('on a phone without Escape a button closes the palette', async () => {
    await resize(390, 844);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await field.fill('nothing is called that');
    await see(palette.getByText('Nothing found on this device.'));
    await palette.getByRole('button', { name: 'Close search' }).click();
    await gone(palette);
  });
});

test('a deleted note returns by Undo with its date', async () => {
  const organization = await createOrganization();
  const [tags, made_at] = [freshId(), '2026-01-05T08:30:00.000Z'];
  await organization.apply(noteTagCreate, { id: tags, name: 'trip' });
  const note = { title: 'Packing', note: 'Rope', tags, made_at };
  await organization.apply(noteCreate, { id: freshId(), ...note });
  const device = await open(organization, '/notes-view');
  await page.getByRole('button', { name: 'Delete Packing' }).click();
  await gone(noteCard('Packing'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(noteCard('Packing'));
  const rows = (await device.rowsAfterSync()).get(notes.table) ?? [];
  expect(rows.map((row) => notes.parse(row).created_at)).toEqual([made_at]);
});

test('a wrong phone number is named below its field, and saved when it is right', async () => {
  const device = await open(await createOrganization(), '/profilepage');
  const phone = page.getByLabelText('Mobile Number');
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  await phone.fill('abc');
  await save.click();
  await see(page.getByText('Enter a phone number'));
  await expect.element(phone).toHaveFocus();
  await gone(page.getByRole('alertdialog'));
  expect(await device.outbox()).toEqual([]);
  await phone.fill('+44 20 7946 0002');
  await save.click();
  await expect.poll(device.outbox).toEqual(['profile-edit']);
});
