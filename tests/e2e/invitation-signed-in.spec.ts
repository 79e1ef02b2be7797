/** An invitation is opened in a browser with a signed-in person: the invited one or another one. */
import { expectPill, signIn, writeNote } from './support/app.ts';
import { inviteLinkFor } from './support/mailbox.ts';
import { fresh, makeProject, type Organization, PASSWORD } from './support/organization.ts';
import { call, expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

interface Server {
  readonly url: string;
}

/** An account that has created an organisation and has not confirmed its address. */
async function signUpUnproved({ url }: Server, name: string): Promise<string> {
  const email = `${fresh('unproved')}@example.org`;
  const body = {
    display_name: name,
    email,
    phone_number: '+44 20 7946 0002',
    organization: { name: fresh('Own') },
    password: PASSWORD,
  };
  await expectOk(call(url, { method: 'POST', path: 'api/user-organization-create/', body }));
  return email;
}

async function invite({ founder }: Organization, email: string): Promise<void> {
  const roles = await expectOk(founder.get('user-role/list/'));
  const { id } = roles.body.data.find((one: { name: string }) => one.name === 'Administrator');
  await expectOk(
    founder.post('api/org-user-invite/', { email, organization: founder.orgId, role: id }),
  );
}

async function add({ founder }: Organization, email: string): Promise<void> {
  const roles = await expectOk(founder.get('user-role/list/'));
  const role = roles.body.data.find((one: { name: string }) => one.name === 'Administrator');
  await expectOk(
    founder.post('api/org-user/create/', {
      user: { display_name: 'Mia Stone', phone_number: '+44 20 7946 0001', email },
      organization: founder.orgId,
      user_role: role.id,
      role_category: role.role_category.id,
    }),
  );
}

for (const [how, send] of [
  ['invited', invite],
  ['added', add],
] as const) {
  test(`a signed-in person ${how} joins with one click and keeps their password`, async ({
    newDevice,
    organization,
    server,
  }) => {
    await makeProject(organization.founder, { name: 'Ridge trail' });
    const email = await signUpUnproved(server, 'Mia Stone');
    const { page } = await newDevice();
    await signIn(page, { email, password: PASSWORD });
    await send(organization, email);
    await page.goto(await inviteLinkFor(server.dataDir, email));
    await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await page.getByRole('button', { name: `Join ${organization.name}` }).click();
    await expect(page).toHaveURL(/home-view/);
    await expect(page.getByRole('main')).toContainText('Ridge trail');
    await expectPill(page, 'Up to date');
    const again = await newDevice();
    await signIn(again.page, { email, password: PASSWORD });
  });
}

test('an invitation for another address names both people, leads back, or switches the account', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const { context, page, network } = await newDevice();
  await signIn(page, founder.person);
  const email = await signUpUnproved(server, 'Noa Glen');
  await invite(organization, email);
  const link = await inviteLinkFor(server.dataDir, email);
  const words = `This invitation is for ${email}. You are signed in as Ada Field (${founder.person.email}).`;
  const theirs = await context.newPage();

  await test.step('the page names the invited and the signed-in person, and leads back to the work', async () => {
    await theirs.goto(link);
    await expect(theirs.getByText(words)).toBeVisible();
    await expect(theirs.getByLabel('Password')).toHaveCount(0);
    await theirs.getByRole('link', { name: 'Back to Cairn' }).click();
    await expect(theirs).toHaveURL(/home-view/);
    await theirs.goto(link);
    await expect(theirs.getByText(words)).toBeVisible();
  });

  await test.step('switching the account first asks about unsent work', async () => {
    network.cut();
    await page.goto('/notes-view');
    await writeNote(page, { title: 'Ridge', text: 'The ladder is loose', newTag: 'Safety' });
    await expectPill(page, 'Offline, 2 waiting');
    await theirs.getByRole('button', { name: 'Sign out and switch account' }).click();
    await expect(theirs.getByText('2 changes have not been sent')).toBeVisible();
    await theirs.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(theirs.getByText(words)).toBeVisible();
    network.heal();
    await expectPill(page, 'Up to date');
  });

  await test.step('signed out, the page asks for the invited person, who joins', async () => {
    await theirs.getByRole('button', { name: 'Sign out and switch account' }).click();
    await expect(theirs.getByText(`Choose a new password for ${email}`)).toBeVisible();
    await theirs.getByLabel('Password', { exact: true }).fill('another horse battery');
    await theirs.getByLabel('Re-enter Password').fill('another horse battery');
    await theirs.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(theirs).toHaveURL(/home-view/);
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Noa Glen');
  });
});
