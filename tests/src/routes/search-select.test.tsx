/** Fields in which people, projects and kinds are found by their names. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { button, gone, press, see } from './support/screen.ts';

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

  await members.fill('elena');
  await see(page.getByRole('option', { name: 'Elena Hart' }));
  await press('ArrowDown', members);
  await press('Enter', members);
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
