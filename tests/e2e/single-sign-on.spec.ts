/** Single sign-on with a real OpenID Connect provider: an administrator sets it up, and people sign in by it. */
import { freePort } from '../support/free-port.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { startServer } from '../support/start-server.ts';
import {
  controlled,
  expectDownloaded,
  expectPill,
  signIn,
  signInAgainBanner,
} from './support/app.ts';
import { foundOrganization } from './support/organization.ts';
import { atProvider } from './support/provider.ts';
import { expect, test } from './support/scenario.ts';
import { addTodos } from './support/todos.ts';

test('an administrator sets up single sign-on; people join by it, and continue by it when their session ends', async ({
  browser,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const provider = await startIdentityProvider(`${url}/rest/api/sso/callback/`);
  const server = await startServer({
    port,
    env: {
      PUBLIC_URL: url,
      SSO_PRIVATE_HOSTS: new URL(provider.issuer).host,
      SSO_DOMAINS: 'field.example',
    },
  });
  const { founder } = await foundOrganization(server, 'Ada Field');
  const contexts = [
    await browser.newContext({ baseURL: url }),
    await browser.newContext({ baseURL: url }),
    await browser.newContext({ baseURL: url }),
  ] as const;
  const [office, field, shared] = [
    await contexts[0].newPage(),
    await contexts[1].newPage(),
    await contexts[2].newPage(),
  ];
  const email = 'ben@field.example';
  try {
    await test.step('the administrator adds a domain and the provider', async () => {
      await signIn(office, founder.person, '/organization-info?tab=sign-on');
      const section = office.getByRole('region', { name: 'Single sign-on' });
      await section.getByLabel('Domain', { exact: true }).fill('other.example');
      await section.getByRole('button', { name: 'Add the domain' }).click();
      await expect(section.getByText('Not verified yet')).toBeVisible();
      await expect(section.getByLabel('Name', { exact: true })).toHaveValue('_cairn.other.example');
      await section.getByLabel('Domain', { exact: true }).fill('field.example');
      await section.getByRole('button', { name: 'Add the domain' }).click();
      await expect(section.getByText('Verified', { exact: true })).toBeVisible();
      await section.getByLabel('Address of the provider').fill('https://127.0.0.1:1');
      await section.getByLabel('Client ID').fill(provider.clientId);
      await section.getByLabel('Client secret').fill(provider.clientSecret);
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByRole('alert')).toContainText('cannot be reached');
      await section.getByLabel('Address of the provider').fill(provider.issuer);
      await section.getByLabel('Role of people who sign in').click();
      await office.getByRole('option', { name: /^Member/ }).click();
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByText('Single sign-on is saved')).toBeVisible();
    });

    await test.step('a person without an account joins by it', async () => {
      await field.goto('/');
      await field.getByRole('button', { name: 'Single sign-on' }).click();
      await expect(field.getByLabel('Email')).toBeFocused();
      await field.getByLabel('Email').fill('ben@elsewhere.example');
      await field.getByRole('button', { name: 'Single sign-on' }).click();
      await expect(field.getByRole('alert')).toContainText('no single sign-on');
      await field.getByLabel('Email').fill(email);
      await field.getByRole('button', { name: 'Single sign-on' }).click();
      await atProvider(field, email, 'Cancel');
      await expect(field.getByRole('alert')).toContainText('did not sign you in');
      await field.getByRole('link', { name: 'Back to the sign-in' }).click();
      await field.getByLabel('Email').fill(email);
      await field.getByRole('button', { name: 'Single sign-on' }).click();
      await atProvider(field, email, 'Continue');
      await expect(field.getByRole('heading', { name: /Person ben/ })).toBeVisible();
      expect(field.url()).not.toContain('ticket');
      await expectDownloaded(field);
      await controlled(field);
    });

    await test.step('unsent work is sent after a sign-in by the provider in place', async () => {
      const session = field.context();
      await session.setOffline(true);
      await addTodos(field, 'Measure the well');
      await field.request.post(`${url}/rest/api/logout/`, { data: {} });
      await session.setOffline(false);
      await field.reload();
      const banner = signInAgainBanner(field);
      await expect(banner).toContainText('1 change is safe on this device');
      await banner.getByRole('button', { name: 'Single sign-on' }).click();
      await atProvider(field, email, 'Continue');
      await expectPill(field, 'Up to date');
      await expect(banner).toHaveCount(0);
    });

    await test.step('[CLIENT-1.3] on a shared computer the provider opens in another tab, and unsent work is sent', async () => {
      await shared.goto('/');
      await shared.getByLabel('This is a shared computer').check();
      await shared.getByLabel('Email').fill(email);
      await shared.getByRole('button', { name: 'Single sign-on' }).click();
      await atProvider(shared, email, 'Continue');
      await expect(shared.getByRole('heading', { name: /Person ben/ })).toBeVisible();
      await expectDownloaded(shared);
      await controlled(shared);
      await shared.context().setOffline(true);
      await addTodos(shared, 'Only in memory');
      await shared.request.post(`${url}/rest/api/logout/`, { data: {} });
      await shared.context().setOffline(false);
      await shared.reload();
      const banner = signInAgainBanner(shared);
      await expect(banner).toContainText('1 change is safe on this device');
      const opened = shared.waitForEvent('popup');
      await banner.getByRole('button', { name: 'Single sign-on' }).click();
      const other = await opened;
      await expect(banner).toContainText('Sign in in the other tab');
      await atProvider(other, email, 'Continue');
      for (const page of [other, shared]) {
        await expectPill(page, 'Up to date');
        await expect(signInAgainBanner(page)).toHaveCount(0);
      }
      const stores = await other.evaluate(async () =>
        (await indexedDB.databases()).map(({ name }) => name),
      );
      expect(stores.filter((name) => name?.startsWith('cairn-account'))).toEqual([]);
    });

    await test.step('without a password, they confirm at the provider before they create a token', async () => {
      await field.goto('/profilepage');
      await field.getByRole('button', { name: 'Create a token' }).click();
      const proof = field.getByRole('region', { name: 'Confirm that it is you' }).first();
      await expect(proof).toContainText('you have no password');
      await proof.getByRole('button', { name: 'Sign in again at your organisation' }).click();
      // The provider asks again, although it knows them.
      await field.getByLabel('Address', { exact: true }).fill(email);
      await field.getByRole('button', { name: 'Continue' }).click();
      await expect(field).toHaveURL(/profilepage/);
      await field.getByRole('button', { name: 'Create a token' }).click();
      await expect(field.getByText('You have confirmed that it is you').first()).toBeVisible();
      await field.getByLabel('Name', { exact: true }).fill('Report');
      await field.getByRole('button', { name: 'Create the token' }).click();
      await expect(field.getByText('The token has been created')).toBeVisible();
    });
  } finally {
    for (const context of contexts) await context.close();
    await server.stop();
    await provider.close();
  }
});
