/** An administrator downloads the archive of the organisation, a person everything about themselves. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { foundOrganization } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

async function textOfDownload(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^cairn-[a-z-]+-\d{4}-\d\d-\d\d\.tar\.gz$/);
  return gunzipSync(readFileSync(await download.path())).toString('utf8');
}

test('level 1 downloads the archive, and a member their own data, each with the password', async ({
  browser,
}) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const { founder } = organization;
  const member = await organization.addPerson('Max Hill', 'Member');
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, founder.person, '/organization-info?tab=archive');
    const archive = page.getByRole('region', { name: 'Archive of the organisation' });
    await archive.getByLabel('Your password').fill('not the password');
    await archive.getByRole('button', { name: 'Download the archive' }).click();
    await expect(archive.getByRole('alert')).toHaveText('The password is not right');
    await archive.getByLabel('Your password').fill(founder.person.password);
    const text = await textOfDownload(page, 'Download the archive');
    expect(text).toContain('"format":"cairn-organisation"');
    expect(text).toContain('Max Hill');
    await expect(archive.getByRole('status')).toContainText('The download has started.');
    await expect(archive.getByLabel('Your password')).toHaveValue('');
    await page.context().setOffline(true);
    await expect(archive.getByRole('button', { name: 'Download the archive' })).toBeDisabled();
    await expect(archive).toContainText('You are offline');
    await page.context().setOffline(false);
    await page.goto('/organization-info?tab=security');
    await expect(page.getByText('Ada Field exported the whole organisation')).toBeVisible();

    const other = await browser.newPage({ baseURL: server.url });
    await signIn(other, member.person, '/profilepage');
    const own = other.getByRole('region', { name: 'Your data' });
    await own.getByLabel('Your password').fill(member.person.password);
    const data = await textOfDownload(other, 'Download my data');
    expect(data).toContain(`Data about ${member.person.email}`);
    await expect(own.getByRole('status').first()).toContainText('The download has started.');

    await test.step('the member asks to be erased, level 1 plans it and keeps the person', async () => {
      await own.getByRole('button', { name: 'Ask to be erased' }).click();
      await other.getByRole('button', { name: 'Ask to be erased', exact: true }).click();
      await expect(own.getByRole('button', { name: 'Withdraw my request' })).toBeVisible();
      await page.goto('/organization-info?tab=archive');
      const section = page.getByRole('region', { name: 'Erasure of people' });
      await expect(section.getByRole('listitem')).toContainText('deactivate them first');
      const asked = await founder.get('api/erasure/list/');
      const id = String(asked.body.data[0].organization_user);
      await founder.patch(`organization-user/update/${id}/`, { active: false });
      await section.getByRole('combobox', { name: 'Deactivated person' }).click();
      await page.getByRole('option', { name: 'Max Hill' }).click();
      await section.getByLabel('Your password').fill(founder.person.password);
      await section.getByRole('button', { name: 'Erase in 30 days' }).click();
      await expect(section.getByRole('listitem')).toContainText('Will be erased on');
      await section.getByRole('button', { name: 'Keep this person' }).click();
      await expect(section.getByRole('listitem')).toHaveCount(0);
    });
  } finally {
    await server.stop();
  }
});
