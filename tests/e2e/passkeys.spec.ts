/** Passkeys, in a browser with a virtual authenticator. */
import type { Page } from '@playwright/test';
import { expectDownloaded, fillSignIn, signOutFromMenu } from './support/app.ts';
import { expect, test } from './support/scenario.ts';

test('a person adds a passkey, signs in by it alone, and uses it after the password', async ({
  newDevice,
  organization,
  server,
}) => {
  const { person } = organization.founder;
  // A passkey is for a name of a host, never for a numeric address.
  const site = server.url.replace('127.0.0.1', 'localhost');
  const { page } = await newDevice();
  const authenticator = await virtualAuthenticator(page);
  await page.goto(site);
  await fillSignIn(page, person);
  await expectDownloaded(page);
  await page.goto(`${site}/profilepage`);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByLabel('Name').fill('My laptop');
  await section.getByLabel('Your password').fill(person.password);
  await section.getByRole('button', { name: 'Create the passkey' }).click();
  const shown = page.getByRole('region', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByText('Passkey My laptop')).toBeVisible();

  await test.step('by the passkey alone', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expectDownloaded(page);
  });

  await test.step('after the password', async () => {
    await signOut(page);
    await fillSignIn(page, person);
    await expect(page.getByLabel('Recovery code')).toBeVisible();
    await authenticator.verifies(false);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('No passkey was used');
    await authenticator.verifies(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expectDownloaded(page);
  });

  await test.step('it is removed with itself as the second factor', async () => {
    await page.goto(`${site}/profilepage`);
    await section.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await section.getByLabel('Your password').fill(person.password);
    await section.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await expect(section.getByRole('status')).toHaveText('The passkey is removed');
    await expect(section.getByText('Passkey My laptop')).toBeHidden();
  });
});

async function signOut(page: Page): Promise<void> {
  await signOutFromMenu(page);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
}

/** A platform authenticator of this page, which confirms at once. */
async function virtualAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}
