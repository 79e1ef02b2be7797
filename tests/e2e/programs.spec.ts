/** Access for programs: tokens and addresses of calendars. */
import { expectDownloaded, signIn } from './support/app.ts';
import { expect, test } from './support/scenario.ts';

test('a person gives a program a token and a calendar, and takes both back', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await expectDownloaded(page);
  await page.goto('/profilepage');
  const section = (name: string) => page.getByRole('region', { name });

  await test.step('a token reads in the name of its person until it is ended', async () => {
    const tokens = section('Tokens for programs');
    await tokens.getByRole('button', { name: 'Create a token' }).click();
    await tokens.getByLabel('Name').fill('Nightly report');
    await page.reload();
    await tokens.getByRole('button', { name: 'Create a token' }).click();
    await expect(tokens.getByLabel('Name')).toHaveValue('Nightly report');
    await tokens.getByLabel('Your password').fill('not the password');
    await tokens.getByRole('button', { name: 'Create the token' }).click();
    await expect(tokens.getByRole('alert')).toHaveText('The password is not right');
    await tokens.getByLabel('Your password').fill(founder.person.password);
    await tokens.getByRole('button', { name: 'Create the token' }).click();
    const shown = tokens.getByLabel('Your new token');
    await expect(shown).toBeFocused();
    const token = await shown.inputValue();
    const read = async (secret = token) => {
      const [, number = ''] = /number (\d+)/.exec(await tokens.innerText()) ?? [];
      const path = `/rest/project/list/?organization_accesskey_id=${number}`;
      const headers = { authorization: `Bearer ${secret}` };
      return (await page.request.get(path, { headers })).status();
    };
    expect(await read()).toBe(200);
    await tokens.getByRole('button', { name: 'Close' }).click();
    await expect(shown).toBeHidden();
    await page.reload();
    await expect(tokens.getByText('Nightly report')).toBeVisible();
    await expect(tokens.getByText(/Reads · Ends .* · Last used /)).toBeVisible();
    await tokens.getByRole('button', { name: 'Replace the secret of Nightly report' }).click();
    const overlap = tokens.getByLabel('The former secret of Nightly report');
    await expect(overlap).toBeFocused();
    await overlap.selectOption({ label: 'Works for another hour' });
    await tokens.getByLabel('Your password').fill(founder.person.password);
    await tokens.getByRole('button', { name: 'Replace the secret', exact: true }).click();
    await expect(shown).toBeFocused();
    const renewed = await shown.inputValue();
    expect([await read(), await read(renewed)]).toEqual([200, 200]);
    await expect(tokens.getByText(/The former secret works until /)).toBeVisible();
    await tokens.getByRole('button', { name: 'End the token Nightly report' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End the token' }).click();
    await expect(tokens.getByText('Nightly report')).toBeHidden();
    expect([await read(), await read(renewed)]).toEqual([401, 401]);
  });

  await test.step('a calendar is read at its newest address alone', async () => {
    const calendars = section('Calendars');
    await calendars.getByRole('button', { name: 'Create an address' }).click();
    const shown = calendars.getByLabel('Address of the calendar');
    const first = new URL(await shown.inputValue()).pathname;
    const read = async (path: string) => (await page.request.get(path)).status();
    expect(await read(first)).toBe(200);
    await calendars.getByRole('button', { name: 'New address for My due dates' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New address' }).click();
    await expect(shown).not.toHaveValue(new RegExp(`${first}$`));
    const second = new URL(await shown.inputValue()).pathname;
    expect([await read(first), await read(second)]).toEqual([404, 200]);
    await calendars.getByRole('button', { name: 'End the calendar My due dates' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End the calendar' }).click();
    await expect(shown).toBeHidden();
    expect(await read(second)).toBe(404);
  });
});

test('a new password ends tokens and calendars at once; mails about the own work are chosen in the profile', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  await expectDownloaded(page);
  await page.goto('/profilepage');
  const section = (name: string) => page.getByRole('region', { name });

  await test.step('the choice of mails is stored on the server', async () => {
    const mails = section('Mails about your work');
    await expect(mails.getByLabel('Digest')).toHaveValue('off');
    // The second choice comes before the first one is read again, if the page allows that.
    network.delay(400);
    await mails.getByLabel('Digest').selectOption('weekly');
    await expect(mails.getByText('Your choice has been saved')).toBeVisible();
    await mails.getByRole('switch', { name: 'Reminders' }).click();
    await expect(mails.getByRole('switch', { name: 'Reminders' })).toBeChecked();
    network.heal();
    await page.reload();
    await expect(mails.getByLabel('Digest')).toHaveValue('weekly');
    await expect(mails.getByRole('switch', { name: 'Reminders' })).toBeChecked();
  });

  await test.step('the lists show what the new password has ended', async () => {
    const calendars = section('Calendars');
    await calendars.getByRole('button', { name: 'Create an address' }).click();
    const shown = calendars.getByLabel('Address of the calendar');
    const path = new URL(await shown.inputValue()).pathname;
    await calendars.getByRole('button', { name: 'Close' }).click();
    await expect(calendars.getByText('Not read yet')).toBeVisible();
    const password = section('Password');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByLabel('Current password').fill(founder.person.password);
    for (const label of ['New password', 'Re-enter new password']) {
      await password.getByLabel(label, { exact: true }).fill('a better horse battery');
    }
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(calendars.getByText('Not read yet')).toBeHidden();
    expect((await page.request.get(path)).status()).toBe(404);
  });
});
