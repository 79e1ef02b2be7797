/** Tokens of the organisation: an administrator creates one, a program writes with it under its own name, it ends. */
import { startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { foundOrganization } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('an administrator creates a token for a program, sees its name on what it writes, and ends it', async ({
  browser,
}) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const { founder } = organization;
  const manager = await organization.addPerson('Max Hill', 'Manager');
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await founder.post('workspace/create/', { name: 'Harbour', desc: '' });
    await signIn(page, founder.person, '/organization-info');
    await page.getByRole('tab', { name: 'Programs' }).click();
    const section = page.getByRole('region', { name: 'Tokens of the organisation' });
    await section.getByRole('button', { name: 'Create a token' }).click();
    const name = section.getByLabel('Name of the program');
    await expect(name).toBeFocused();
    await name.fill('Stock system');
    await section.getByLabel('What it may do').selectOption('write');
    await section.getByLabel('Your password').fill('not the password');
    await page.reload();
    await section.getByRole('button', { name: 'Create a token' }).click();
    await expect(name).toHaveValue('Stock system');
    await expect(section.getByLabel('What it may do')).toHaveValue('write');
    await expect(section.getByLabel('Your password')).toHaveValue('');
    await section.getByLabel('Your password').fill('not the password');
    await section.getByRole('button', { name: 'Create the token' }).click();
    await expect(section.getByRole('alert')).toHaveText('The password is not right');
    await section.getByLabel('Your password').fill(founder.person.password);
    await section.getByRole('button', { name: 'Create the token' }).click();
    const secret = await section.getByLabel('The new token').inputValue();
    expect(secret).toMatch(/^cairn_org_[\w-]{43}$/);
    await section.getByRole('button', { name: 'Close' }).click();
    await section.getByRole('button', { name: 'Create a token' }).click();
    await expect(name).toHaveValue('');
    await section.getByRole('button', { name: 'Cancel' }).click();
    const row = section.getByRole('listitem').filter({ hasText: 'Stock system' });
    await expect(row).toContainText('Reads and writes · Every project');
    await expect(row).toContainText('Not used yet');

    const call = (path: string, body: object, bearer = secret) =>
      fetch(`${server.url}/rest/${path}?organization_accesskey_id=${founder.orgId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await call('workspace/create/', { name: 'Quarry', desc: '' })).status).toBe(200);
    await page.goto('/organization-info?tab=activity');
    await expect(page.getByText('Stock system created the workspace Quarry')).toBeVisible();
    await expect(page.getByText('Ada Field created the user Stock system')).toBeVisible();
    await page.goto('/organization-info');
    await expect(page.getByText('Max Hill').first()).toBeVisible();
    await expect(page.getByText('Stock system')).toHaveCount(0);

    await page.getByRole('tab', { name: 'Programs' }).click();
    await expect(row).toContainText('Last used');
    await row.getByRole('button', { name: 'Replace the secret of Stock system' }).click();
    await section.getByLabel('Your password').fill(founder.person.password);
    await section.getByRole('button', { name: 'Replace the secret', exact: true }).click();
    await expect(section).toContainText('The secret has been replaced');
    const renewed = await section.getByLabel('The new token').inputValue();
    const place = { name: 'Depot', desc: '' };
    expect((await call('workspace/create/', place)).status).toBe(401);
    expect((await call('workspace/create/', place, renewed)).status).toBe(200);
    await section.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'End the token Stock system' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End the token' }).click();
    await expect(section).toContainText('The token has ended');
    await expect(row).toHaveCount(0);
    const third = { name: 'Third', desc: '' };
    expect((await call('workspace/create/', third, renewed)).status).toBe(401);

    const other = await browser.newPage({ baseURL: server.url });
    await signIn(other, manager.person, '/organization-info');
    await expect(other.getByRole('tab', { name: 'Users' })).toBeVisible();
    await expect(other.getByRole('tab', { name: 'Programs' })).toHaveCount(0);
  } finally {
    await page.close();
    await server.stop();
  }
});
