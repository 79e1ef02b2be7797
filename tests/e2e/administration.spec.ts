/** Administration: categories, levels, roles, teams, invitations and deactivation. */
import { text } from 'node:stream/consumers';
import type { Locator } from '@playwright/test';
import {
  choose,
  expectDownloaded,
  expectPill,
  fillSignIn,
  openOutbox,
  signIn,
  writeNote,
} from './support/app.ts';
import { inviteLinkFor } from './support/mailbox.ts';
import { fresh, PASSWORD } from './support/organization.ts';
import { expectOk, signInByRest } from './support/rest-peer.ts';
import { storedData } from './support/stored-data.ts';
import { expect, test } from './support/scenario.ts';

test('categories, levels and roles created offline reach the others, and each form reports its result', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const second = await organization.addPerson('Max Hill', 'Manager');
  const office = await newDevice();
  const { page } = office;
  await signIn(page, founder.person, '/organization-info');
  await page.getByRole('tab', { name: 'Category' }).click();
  office.network.cut();

  await test.step('a category: its fields are required, the success message precedes the closing of the form', async () => {
    await page.getByRole('button', { name: 'Add Category' }).click();
    const form = page.getByRole('dialog', { name: 'Add Category' });
    await form.getByRole('button', { name: 'Add category' }).click();
    await expect(form.getByText('Short name is required')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Rescue');
    await form.getByRole('textbox', { name: 'Short name' }).fill('RES');
    await page.evaluate(() => {
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = () => {
        crypto.getRandomValues = random;
        throw new Error('No dice');
      };
    });
    await form.getByRole('button', { name: 'Add category' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'An error occurred while creating the category.',
    );
    await form.getByRole('button', { name: 'Add category' }).click();
    await expect(form.getByText('Category created')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Rescue' })).toContainText('not sent yet');
  });

  await test.step('a level with a reserved name is refused with a message; under another name it appears in the matrix', async () => {
    await page.getByRole('tab', { name: 'Permission Level' }).click();
    await page.getByRole('button', { name: 'Add Role Level' }).click();
    const form = page.getByRole('dialog', { name: 'Add Role Level' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Level 1');
    await form.getByRole('textbox', { name: 'Order' }).fill('5');
    await form.getByRole('button', { name: 'Add level' }).click();
    await expect(form.getByRole('alert')).toContainText('are reserved');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Guide');
    await expect(form.getByLabel('Get access')).toBeChecked();
    await form.getByLabel('Post access').check({ force: true });
    await form.getByRole('button', { name: 'Add level' }).click();
    await expect(form).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: 'Guide' });
    await expect(row).toContainText('Write Access: yes');
    await expect(row).toContainText('Delete Access: no');
  });

  await test.step('a role of that category with that level', async () => {
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add Sub-Category' }).click();
    const form = page.getByRole('dialog', { name: 'Add Sub-Category' });
    await choose(form, 'Category', 'Rescue');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Lead guide');
    await form.getByRole('textbox', { name: 'Short name' }).fill('LG');
    await choose(form, 'Level', 'Guide');
    await form.getByRole('button', { name: 'Add role' }).click();
    await expect(form).toHaveCount(0);
  });

  await test.step('after the network returns Max sees all of it and cannot assign the role above his own level', async () => {
    office.network.heal();
    await expectPill(page, 'Up to date');
    const other = await newDevice();
    await signIn(other.page, second.person, '/organization-info?tab=role');
    await expect(other.page.getByRole('row').filter({ hasText: 'Lead guide' })).toContainText(
      'Rescue',
    );
    await other.page.getByRole('tab', { name: 'Users' }).click();
    await other.page.getByRole('button', { name: 'Ada Field', exact: true }).click();
    const form = other.page.getByRole('dialog', { name: 'Edit user' });
    await expect(form).toContainText('Only somebody of the same or a higher level');
    await expect(form.getByRole('button', { name: 'Deactivate user' })).toHaveCount(0);
  });
});

test('[CLIENT-10] a deactivated person reads the reason; their device keeps no row of the organisation (invariant 14) and keeps their unsent text', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Okafor', 'Coordinator');
  const field = await newDevice();
  await signIn(field.page, ben.person, '/notes-view');
  const second = await field.context.newPage();
  await second.goto('/organization-info');
  await expect(second.getByRole('button', { name: founder.person.name }).first()).toBeVisible();
  const office = await newDevice();
  await signIn(office.page, founder.person, '/organization-info');
  const notice = field.page.getByRole('region', { name: 'Data removed from this device' });

  await test.step('Ben works without a network while Ada deactivates him', async () => {
    field.network.cut();
    await writeNote(field.page, { title: 'Ridge', text: 'The ladder is loose', newTag: 'Safety' });
    expect((await storedData(field.page)).text).toContain(founder.person.email);
    await office.page.getByRole('button', { name: 'Actions for Ben Okafor' }).click();
    await office.page.getByRole('menuitem', { name: 'Deactivate user' }).click();
    await office.page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    const row = office.page.getByRole('row').filter({ hasText: 'Ben Okafor' });
    await expect(row).toContainText('Deactivated');
    await expectPill(office.page, 'Up to date');
  });

  await test.step('back online both tabs show the reason, and nothing of the organisation is stored', async () => {
    field.network.heal();
    await expect(notice).toContainText('access to Paths-');
    await expect(second.getByText(/access to .* has ended/)).toBeVisible();
    await expect(notice).toContainText('2 changes had not been sent');
    await expect
      .poll(async () => Object.keys((await storedData(field.page)).rows))
      .toEqual(['cairn-device/departures']);
    const { text, cached } = await storedData(field.page);
    for (const word of [founder.person.email, founder.person.name, 'Coordinator'])
      expect(text).not.toContain(word);
    expect(cached).toEqual([]);
  });

  await test.step('his unsent text can be read and downloaded, also after a restart, until he discards it', async () => {
    await field.page.reload();
    await notice.getByRole('button', { name: 'Show the text' }).click();
    await expect(notice.getByRole('list')).toContainText('The ladder is loose');
    const downloading = field.page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Download a copy' }).click();
    const copy = await (await downloading).createReadStream();
    expect(await text(copy)).toContain('The ladder is loose');
  });

  await test.step('a new sign-in shows why the organisation is not available', async () => {
    await fillSignIn(field.page, ben.person);
    await expect(field.page.getByRole('alert')).toContainText('Your access has ended');
  });

  await test.step('Ada readmits him: everything is downloaded again, and his unsent text is kept', async () => {
    await office.page.getByRole('button', { name: 'Actions for Ben Okafor' }).click();
    await office.page.getByRole('menuitem', { name: 'Reactivate user' }).click();
    await expectPill(office.page, 'Up to date');
    await fillSignIn(field.page, ben.person);
    await expectDownloaded(field.page);
    const his = await signInByRest(server.url, ben.person);
    expect(JSON.stringify((await his.get('note/list/')).body)).not.toContain('ladder');
    await notice.getByRole('button', { name: 'Discard' }).click();
    await field.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(notice).toHaveCount(0);
    expect((await storedData(field.page)).text).not.toContain('The ladder is loose');
  });
});

test('an invitation shows the delivery state of its mail and stays in the list until it is revoked', async ({
  newDevice,
  organization,
  server,
}) => {
  const { page, network } = await newDevice();
  const { founder } = organization;
  const email = `${fresh('nia')}@example.org`;
  await signIn(page, founder.person, '/organization-info?tab=invitation');
  await expect(page.getByText('No pending invitations')).toBeVisible();
  await page.getByRole('button', { name: 'Invite Members' }).first().click();
  const form = page.getByRole('dialog', { name: 'Invite Members' });
  await fillInvite(form, email);
  await expect(form.getByText('Mail sent successfully!')).toBeVisible();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Mail sent');

  await test.step('a validation message appears at the invalid field', async () => {
    const { page: theirs } = await newDevice();
    await theirs.goto(await inviteLinkFor(server.dataDir, email));
    await theirs.getByLabel('Full Name').fill('  ');
    const phone = theirs.getByLabel('Mobile Number');
    await phone.fill('abc');
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await theirs.getByLabel('Re-enter Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(phone).toHaveAccessibleDescription('Enter a phone number');
    await expect(theirs.getByText('Full Name is required')).toBeVisible();
  });

  await test.step('inviting an existing member is refused with the message of the specification', async () => {
    await page.getByRole('button', { name: 'Invite Members' }).first().click();
    await fillInvite(form, founder.person.email);
    await expect(form.getByRole('alert')).toHaveText(
      'Failed to send mail. Somebody with this e-mail address is in the organisation already',
    );
    await form.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('the server rejects a second invitation of the same address: its text is kept in the outbox panel', async () => {
    await page.getByRole('button', { name: 'Invite Members' }).first().click();
    await fillInvite(form, email);
    await expect(form.getByRole('alert')).toContainText(
      'Failed to send mail. This address has been invited already',
    );
    await form.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    const outbox = await openOutbox(page);
    await expect(outbox).toContainText('This address has been invited already');
    await outbox.getByRole('button', { name: 'Close' }).click();
  });

  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await test.step('a revoked invitation disappears from the list and appears in the activity', async () => {
    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(changes.getByRole('listitem').first()).toContainText('revoked');
  });

  await test.step('an overwritten value is restored offline, and the activity log shows it at once', async () => {
    const [category] = (await founder.get('role-category/list/')).body.data;
    const renamed = founder.patch(`role-category/update/${category.id}/`, { name: 'Office' });
    await expectOk(renamed);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const back = page.getByRole('button', { name: 'Put back Name of Office' });
    await expect(back).toBeVisible();
    network.cut();
    await back.click();
    const newest = changes.getByRole('listitem').first();
    await expect(newest).toContainText('not sent yet');
    await expect(newest).toContainText('Office → General');
    await page.reload();
    await expect(newest).toContainText('Office → General');
    await expect(newest).toContainText('not sent yet');
    network.heal();
    await expect(page.getByRole('button', { name: 'Put back Name of General' })).toHaveCount(2);
    await expect(newest).not.toContainText('not sent yet');
  });

  await test.step('a deleted team is restored completely, offline', async () => {
    const team = { name: 'Ridge watch', members: [Number(founder.person.orgUserId)] };
    const made = await founder.post('team/create/', team);
    await expectOk(founder.delete(`team/update-destroy/${made.body.data.id}/`));
    await page.getByRole('button', { name: 'Refresh' }).click();
    const back = page.getByRole('button', { name: 'Put back the removed one of Ridge watch' });
    await expect(back).toBeVisible();
    network.cut();
    await back.click();
    await expect(changes.getByRole('listitem').first()).toContainText('not sent yet');
    await expect(back, 'it is on its way').toHaveCount(0);
    await page.getByRole('tab', { name: 'Teams' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Ridge watch' });
    await expect(row.getByRole('img', { name: founder.person.name })).toBeVisible();
    await page.getByRole('tab', { name: 'Activity' }).click();
    network.heal();
    await expect(changes.getByRole('listitem').first()).not.toContainText('not sent yet');
    await expect(back, 'it is there again').toHaveCount(0);
    const listed = await founder.get('team/list/');
    const members = team.members.map((id) => ({ id }));
    expect(listed.body.data).toMatchObject([
      { id: made.body.data.id, name: 'Ridge watch', members },
    ]);
  });

  const max = await organization.addPerson('Max Hill', 'Manager');
  await test.step('a team that another person has restored is not offered, whichever entries the filter hides', async () => {
    const { id } = (await founder.get('team/list/')).body.data[0];
    await expectOk(founder.delete(`team/update-destroy/${id}/`));
    await expectOk(max.post('team/create/', { id, name: 'Ridge watch', members: [] }));
    const by = encodeURIComponent(JSON.stringify(founder.person.orgUserId));
    await page.goto(`/organization-info?tab=activity&by=${by}`);
    // Max's change is newer, and the filter hides it.
    await expect(changes.getByRole('listitem').first()).toContainText(
      'removed the team Ridge watch',
    );
    const back = page.getByRole('button', { name: 'Put back the removed one of Ridge watch' });
    await expect(back).toHaveCount(0);
  });

  await test.step('a restore that the server rejects shows the message of the rule; a person can then be read, not changed', async () => {
    await organization.addPerson('Cy Reed', 'Member');
    const theirs = await newDevice();
    await signIn(theirs.page, max.person, '/organization-info?tab=activity');
    const list = theirs.page.getByRole('list', { name: 'Changes, newest first' });
    await expect(list).toBeVisible();
    theirs.network.cut();
    const levels = await founder.get('role-level/list/', { organization_id: founder.orgId });
    const level = levels.body.data.find((one: { name: string }) => one.name === 'Level 2');
    await expectOk(founder.patch(`role-level/update/${level.id}/`, { patch_access: false }));
    await theirs.page.getByRole('button', { name: 'Put back Name of General' }).first().click();
    theirs.network.heal();
    await expect(list.getByRole('alert')).toHaveText(/Not put back: You don't have access/);
    await theirs.page.getByRole('tab', { name: 'Users' }).click();
    await theirs.page.getByRole('button', { name: 'Cy Reed', exact: true }).click();
    const form = theirs.page.getByRole('dialog', { name: 'Edit user' });
    await expect(form).toContainText("You don't have access to make this change");
    await expect(form.getByRole('combobox', { name: 'Category' })).toBeDisabled();
    await expect(form.getByRole('combobox', { name: 'Role' })).toBeDisabled();
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

async function fillInvite(form: Locator, email: string): Promise<void> {
  await form.getByLabel('Email').fill(email);
  await choose(form, 'Department category', 'General');
  // The other field's name has the same first word.
  await form.getByRole('combobox', { name: 'Department', exact: true }).click();
  await form.page().getByRole('option', { name: 'Member (Member)' }).click();
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
}
