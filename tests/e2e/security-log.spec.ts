/** The security log: read, filtered, exported; nothing of it without a network, and nothing for a member. */
import { readFileSync } from 'node:fs';
import { fillSignIn, signIn } from './support/app.ts';
import { expect, test } from './support/scenario.ts';

test('an administrator reads, filters and exports the security log, which no device keeps', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const member = await organization.addPerson('Max Hill', 'Member');
  const theirs = await newDevice();
  await test.step('a member mistypes the password, signs in, and sees no log', async () => {
    await theirs.page.goto('/');
    await fillSignIn(theirs.page, { ...member.person, password: 'not the right one' });
    await expect(
      theirs.page.getByText('The e-mail address or the password is not right'),
    ).toBeVisible();
    await signIn(theirs.page, member.person, '/organization-info?tab=security');
    await expect(theirs.page.getByText('Only levels 1 to 3 manage people')).toBeVisible();
  });

  const office = await newDevice();
  const { page } = office;
  await signIn(page, founder.person, '/organization-info');
  await page.getByRole('tab', { name: 'Security' }).click();
  const list = page.getByRole('list', { name: 'Security events, newest first' });
  await expect(list.getByText('Wrong password for Max Hill')).toBeVisible();
  await expect(list.getByText('Max Hill signed in').first()).toBeVisible();

  await test.step('a filter is in the address, and survives a reload', async () => {
    await page.getByRole('combobox', { name: 'Kind of event' }).click();
    await page.getByRole('option', { name: 'People' }).click();
    await expect(list.getByText('Wrong password for Max Hill')).toHaveCount(0);
    await expect(page).toHaveURL(/event=people/);
    await page.reload();
    await expect(list.getByText(/added /).first()).toBeVisible();
    await expect(list.getByText('Wrong password for Max Hill')).toHaveCount(0);
  });

  await test.step('the export has the filter, and is an event itself', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^cairn-security-[\d-]{10}\.csv$/);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toContain('"kind"');
    expect(lines.slice(1).every((line) => line.includes('"person_'))).toBe(true);
    expect(lines.length).toBeGreaterThan(1);
    await page.goto('/organization-info?tab=security&event=exports');
    await expect(list.getByText(/exported the security log/)).toBeVisible();
  });

  await test.step('without a network the screen says where the log is, and reads it again afterwards', async () => {
    office.network.cut();
    await page.reload();
    await expect(page.getByText('The security log is kept on the server only.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    office.network.heal();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(list.getByText(/exported the security log/)).toBeVisible();
  });
});
