/** Fields in which people, projects and kinds are found by their names. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { openAddTask, tile } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { button, field, gone, press, see } from './support/screen.ts';

test('Enter takes the first match, and text that chooses nobody is neither submitted nor lost', async () => {
  const organization = await createOrganization();
  for (const name of ['Ben Moor', 'Elena Ford', 'Elena Hart'])
    organization.addPerson(name, 'Member');
  const device = await open(organization, '/organization-info?tab=teams');
  await page.getByRole('tab', { name: 'Teams' }).click();
  await button('Add Team', page.getByRole('main')).first().click();
  const form = page.getByRole('dialog', { name: 'Add Team' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ropes');
  const members = form.getByRole('combobox', { name: 'Members' });
  await members.fill('ben');
  await press('Enter', members);
  await see(form.getByText('Ben Moor'));
  await expect.element(members).toHaveValue('');

  await members.fill('elena h');
  await see(page.getByRole('option', { name: 'Elena Hart' }));
  await press('Tab', members);
  await see(form.getByText('Elena Hart'));

  const error = form.getByText('Choose from the list, or remove this text');
  await members.fill('elna');
  await press('Enter', members);
  await see(error);
  expect(await device.outbox()).toEqual([]);
  await form.getByRole('textbox', { name: 'Name', exact: true }).click();
  await expect.element(members).toHaveValue('elna');
  await see(error);
  await expectAccessible('team form with text that chooses nobody');
  await button('Add team', form).click();
  await expect.element(members).toHaveFocus();
  expect(await device.outbox()).toEqual([]);

  await members.fill('');
  await gone(error);
  await press('Enter', members);
  await gone(form);
  expect(await device.outbox()).toHaveLength(1);
});

test('Enter on text without a match does not submit the form with the earlier choice', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  const device = await open(organization, project.path);
  const form = await openAddTask('To do');
  const priority = form.getByRole('combobox', { name: 'Priority' });
  await field('Task name', form).fill('Rope');
  const choose = async (label: string, name: string) => {
    const box = form.getByRole('combobox', { name: label });
    await box.click();
    await box.fill(name.toLowerCase());
    await see(page.getByRole('option', { name }));
    await press('Enter', box);
    await expect.element(box).toHaveValue(name);
  };
  await choose('Assign to', 'Ada Field');
  await choose('Priority', 'High');

  await priority.fill('lwo');
  await see(page.getByText('No priority of this name'));
  await press('Enter', priority);
  await choose('Priority', 'Low');
  expect(await device.outbox()).toEqual([]);

  await press('Enter', priority);
  await gone(form);
  await see(tile('Rope').getByText('Priority Low'));
});
