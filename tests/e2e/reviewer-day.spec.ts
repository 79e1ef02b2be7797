/**
 * The day of a security reviewer: single sign-on, a second factor, a token, a webhook, an erasure on three devices, and
 * the log of all of it.
 */
import type { Page } from '@playwright/test';
import { openDatabase } from '../../server/store/open.ts';
import { freePort } from '../support/free-port.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { startServer } from '../support/start-server.ts';
import { sign, startReceiver } from '../support/webhook-receiver.ts';
import { expectDownloaded, fillSignIn, signIn } from './support/app.ts';
import { openBoard } from './support/board.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { atProvider } from './support/provider.ts';
import { expect, test } from './support/scenario.ts';
import { storedData } from './support/stored-data.ts';
import { setUpApp } from './support/two-step.ts';

const LONG_AGO = '2020-01-01T00:00:00Z';
const SECRET = 'The vault behind the ridge';
const STEP_MS = 30_000;
const EMAIL = 'ben@field.example';

test('a reviewer signs in by the provider, proves a factor, uses token and webhook, sees an erasure, and reads the log', async ({
  browser,
}) => {
  test.slow();
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const provider = await startIdentityProvider(`${url}/rest/api/sso/callback/`);
  const receiver = await startReceiver();
  const server = await startServer({
    port,
    env: {
      PUBLIC_URL: url,
      SSO_PRIVATE_HOSTS: new URL(provider.issuer).host,
      SSO_DOMAINS: 'field.example',
      WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    },
  });
  const { founder, addPerson } = await foundOrganization(server, 'Ada Field');
  const max = await addPerson('Max Hill', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': [SECRET] },
    members: [max.person],
  });
  const open = async () => await browser.newPage({ baseURL: url });
  const [office, field, phone, profile] = [await open(), await open(), await open(), await open()];
  const region = (name: string) => office.getByRole('region', { name });
  try {
    await test.step('the administrator sets up a second factor and signs in with it', async () => {
      await signIn(profile, founder.person, '/profilepage');
      const { app } = await setUpApp(profile, founder.person.password);
      await office.goto('/');
      await fillSignIn(office, founder.person);
      const code = office.getByLabel('Code', { exact: true });
      await code.fill(app.generate({ timestamp: Date.now() + STEP_MS }));
      await code.press('Enter');
      await expectDownloaded(office);
    });

    await test.step('they set up single sign-on, and a person joins by it', async () => {
      await office.goto('/organization-info?tab=sign-on');
      const section = region('Single sign-on');
      await section.getByLabel('Domain', { exact: true }).fill('field.example');
      await section.getByRole('button', { name: 'Add the domain' }).click();
      await section.getByLabel('Address of the provider').fill(provider.issuer);
      await section.getByLabel('Client ID').fill(provider.clientId);
      await section.getByLabel('Client secret').fill(provider.clientSecret);
      await section.getByLabel('Role of people who sign in').click();
      await office.getByRole('option', { name: /^Manager/ }).click();
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByText('Single sign-on is saved')).toBeVisible();
      await field.goto('/');
      await field.getByLabel('Email').fill(EMAIL);
      await field.getByRole('button', { name: 'Single sign-on' }).click();
      await atProvider(field, EMAIL, 'Continue');
      await expectDownloaded(field);
    });

    await test.step('a program writes with a token, and a signed webhook reports it', async () => {
      await office.goto('/organization-info?tab=programs');
      const hooks = region('Webhooks');
      await hooks.getByRole('button', { name: 'Add a webhook' }).click();
      await hooks.getByLabel('Address', { exact: true }).fill(receiver.url);
      await hooks.getByRole('combobox', { name: 'Kinds of changes' }).fill('workspace-cr');
      await office.getByRole('option', { name: 'workspace-create' }).click();
      await office.keyboard.press('Escape');
      await hooks.getByRole('button', { name: 'Create the webhook' }).click();
      const secret = await hooks.getByLabel('Secret of the webhook').inputValue();
      const tokens = region('Tokens of the organisation');
      await tokens.getByRole('button', { name: 'Create a token' }).click();
      await tokens.getByLabel('Name of the program').fill('Stock system');
      await tokens.getByLabel('What it may do').selectOption('write');
      await tokens.getByLabel('Your password').fill(founder.person.password);
      await tokens.getByRole('button', { name: 'Create the token' }).click();
      const token = await tokens.getByLabel('The new token').inputValue();
      const path = `workspace/create/?organization_accesskey_id=${founder.orgId}`;
      const reply = await office.request.post(`${url}/rest/${path}`, {
        headers: { authorization: `Bearer ${token}` },
        data: { name: 'Quarry', desc: '' },
      });
      expect(reply.status()).toBe(200);
      await expect.poll(() => receiver.received.length).toBe(1);
      for (const one of receiver.received) {
        expect(one.signatures).toEqual([sign(secret, one)]);
        expect(one.signed).toContain('workspace-create');
      }
    });

    await test.step('a deleted project is erased on three devices, one of which was offline', async () => {
      await signIn(phone, max.person);
      const devices = [office, field, phone];
      for (const page of devices) {
        await openBoard(page, project.path);
        await expect(page.getByText(SECRET).first()).toBeVisible();
        expect((await storedData(page)).text).toContain(SECRET);
      }
      await phone.context().setOffline(true);
      expect((await max.patch(`project/delete/${project.id}/`, { deleted: true })).status).toBe(
        200,
      );
      await server.terminate();
      // The 30 days have passed.
      const database = await openDatabase({ dataDir: server.dataDir });
      await database.writer.run('update projects set deleted_at = ? where deleted_at is not null', [
        LONG_AGO,
      ]);
      await database.close();
      await server.start();
      await phone.context().setOffline(false);
      for (const page of devices) await expectNothingOf(page, SECRET);
    });

    await test.step('the log has all of it', async () => {
      await office.goto('/organization-info?tab=security');
      const list = office.getByRole('list', { name: 'Security events, newest first' });
      for (const entry of LOGGED) await expect(list.getByText(entry).first()).toBeVisible();
    });
  } finally {
    for (const page of [office, field, phone, profile]) await page.close();
    await server.stop();
    await provider.close();
    receiver.close();
  }
});

/** Entries of the security log, in the order of the day. */
const LOGGED = [
  /Ada Field added .* to the two-step sign-in/,
  /Ada Field changed single sign-on with/,
  /Person ben signed in/,
  /Ada Field created a webhook to/,
  'Ada Field created the token of the program Stock system',
] as const;

async function expectNothingOf(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toHaveCount(0, { timeout: 40_000 });
  await expect.poll(async () => (await storedData(page)).text).not.toContain(text);
}
