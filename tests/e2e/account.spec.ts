/** A person's account: forgotten password, profile, sessions. */
import type { Locator, Page } from '@playwright/test';
import {
  controlled,
  expectDownloaded,
  expectPill,
  fillSignIn,
  signIn,
  signInAgainBanner,
  writeNote,
} from './support/app.ts';
import { linkFor } from './support/mailbox.ts';
import { expectOk } from './support/rest-peer.ts';
import { storedData } from './support/stored-data.ts';
import { expect, test } from './support/scenario.ts';

const NEW_PASSWORD = 'a better horse battery';

test('the link in a mail replaces a forgotten password and ends other sessions; a profile is edited offline', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const { email } = founder.person;
  const old = await newDevice();
  await signIn(old.page, founder.person);
  const { page, network } = await newDevice();

  await test.step('the mailed link takes effect on a click, not on being opened', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByText('If there is an account with this address')).toBeVisible();
    const link = await linkFor(server.dataDir, email, /\/forgotpassword\/\d+\/[\w-]+/);
    for (const time of ['first', 'second']) {
      await page.goto(link);
      await expect(page.getByText(`Choose a new password for ${email}`), time).toBeVisible();
    }
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Re-enter Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Field');
    await expectPill(page, 'Up to date');
    await page.goto(link);
    await expect(page.getByText('This link does not work any more')).toBeVisible();
  });

  await test.step('the other browser is asked to sign in again, in place', async () => {
    await old.page.reload();
    await expect(signInAgainBanner(old.page)).toContainText('Your password was changed.');
    await old.context.close();
  });

  await test.step('the name changes without a network and reaches the others later', async () => {
    await page.goto('/profilepage');
    await expect(page.getByText(/^This browser .*Network address/)).toBeVisible();
    await controlled(page);
    network.cut();
    await page.getByLabel('Full Name').fill('Ada Lowland');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.goto('/home-view');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lowland');
    network.heal();
    await expectPill(page, 'Up to date');
  });

  await test.step('ending a session from another one asks its device to remove its data', async () => {
    await page.goto('/profilepage');
    await expectHeld(page);
    network.cut();
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Ridge', text: 'The ladder is loose', newTag: 'Safety' });
    const third = await newDevice();
    await third.page.goto('/');
    await fillSignIn(third.page, { email, password: NEW_PASSWORD });
    await expectDownloaded(third.page);
    await third.page.goto('/profilepage');
    const own = await expectHeld(third.page);
    await expect(own).toContainText('not encrypted');
    await expect(own).toContainText('Up to date · nothing unsent · reported');
    const others = third.page.getByRole('listitem').filter({ hasText: 'Last used' });
    await expect(others.first()).toContainText(/Holds \d[\d,]* items/);
    await third.page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click();
    await third.page
      .getByRole('button', { name: 'Sign out and remove the data, keep text that was not sent' })
      .click();
    await expect(third.page.getByText('The session has ended')).toBeVisible();
    const asked = third.page.getByRole('list', { name: 'Devices whose data is to be removed' });
    await expect(asked).toContainText('Will be removed when the device is next online.');

    network.heal();
    const notice = page.getByRole('region', { name: 'Data removed from this device' });
    await expect(notice).toContainText('It has been removed.');
    await notice.getByRole('button', { name: 'Show the text' }).click();
    await expect(notice).toContainText('The ladder is loose');
    await expect
      .poll(async () => Object.keys((await storedData(page)).rows))
      .toEqual(['cairn-device/departures']);
    await third.page.reload();
    await expect(asked).toContainText(/^.*Removed on .*Text that was not sent is kept there\.$/);
  });
});

test('a member sees no settings; a coordinator renames and archives a project offline, and restores it', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const mia = await addPerson('Mia Stone', 'Member');
  const workspace = await expectOk(founder.post('workspace/create/', { name: 'Paths', desc: '' }));
  const project = await expectOk(
    founder.post('project/create/', { name: 'Ridge', workspace: workspace.body.data.id }),
  );
  const member = { project: project.body.data.id, organization_user: mia.person.orgUserId };
  await expectOk(founder.post('team-member/create/', member));
  const carol = await addPerson('Carol Firth', 'Coordinator');

  const field = await newDevice();
  await signIn(field.page, mia.person, '/workspace/dashboard');
  const theirs = field.page.getByRole('table', { name: 'Project Details' });
  await expect(theirs.getByRole('link', { name: 'Ridge', exact: true })).toBeVisible();
  await expect(field.page.getByRole('button', { name: /Settings of|Add Project/ })).toHaveCount(0);

  const { page, network } = await newDevice();
  await signIn(page, carol.person, '/workspace/dashboard');
  const table = page.getByRole('table', { name: 'Project Details' });
  await expect(table.getByRole('link', { name: 'Ridge', exact: true })).toBeVisible();
  network.cut();
  await page.getByRole('button', { name: 'Settings of Ridge' }).click();
  const panel = page.getByRole('dialog', { name: 'Project settings' });
  await panel.getByLabel('Project Name').fill('High ridge');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(table.getByRole('link', { name: 'High ridge', exact: true })).toBeVisible();
  await test.step('a priority is added, and a retired one is no longer offered', async () => {
    await panel.getByRole('link', { name: /Priorities/ }).click();
    const priorities = page.getByRole('dialog', { name: 'Priorities' });
    await priorities.getByLabel('New priority').fill('Storm');
    await priorities.getByRole('radio', { name: 'Violet' }).check({ force: true });
    await priorities.getByRole('button', { name: 'Add priority' }).click();
    await priorities.getByRole('button', { name: 'Move Storm up' }).click();
    await priorities.getByRole('button', { name: 'Stop offering Low' }).click();
    await expect(priorities.getByRole('listitem')).toContainText([
      'Urgent',
      'High',
      'Medium',
      'Storm',
    ]);
    await page.goBack();
  });
  await panel.getByRole('button', { name: 'Archive project' }).click();
  await expect(table.getByRole('link', { name: 'High ridge', exact: true })).toHaveCount(0);
  network.heal();
  await expect(theirs.getByRole('link', { name: 'Ridge', exact: true })).toHaveCount(0);
  await expect(theirs.getByText('No Projects Available !!')).toBeVisible();
  const flags = await expectOk(founder.get('flag/list/'));
  expect(flags.body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Urgent',
    'High',
    'Medium',
    'Storm',
  ]);

  await page.getByText('Archived (1)').click();
  await page.getByRole('button', { name: 'Restore project High ridge' }).click();
  await expect(table.getByRole('link', { name: 'High ridge', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'High ridge', exact: true })).toBeVisible();
});

/** Waits on the profile until this browser has reported what it holds; returns its line. */
async function expectHeld(page: Page): Promise<Locator> {
  const own = page.getByRole('listitem').filter({ hasText: 'This browser' });
  await expect(async () => {
    await page.reload();
    await expect(own).toContainText(/Holds \d[\d,]* items · \d+ files?/, { timeout: 2000 });
  }).toPass();
  return own;
}
