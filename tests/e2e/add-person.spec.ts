/**
 * A person is added, chooses a password by mail, joins a project and sees it; other people do not.
 */
import { choose, expectPill, signIn } from './support/app.ts';
import { commentOn, openBoard, openTask, tile } from './support/board.ts';
import { inviteLinkFor } from './support/mailbox.ts';
import { fresh, makeProject, PASSWORD } from './support/organization.ts';
import { signInByRest } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('an added person chooses a password through the mail, becomes a member and sees the board', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Mark the ford'] } });
  const email = `${fresh('mia')}@example.org`;
  const office = await newDevice();
  await signIn(office.page, founder.person, '/');

  await test.step('the founder adds Mia', async () => {
    await office.page.goto('/organization-info');
    await office.page.getByRole('button', { name: 'Add User' }).click();
    const form = office.page.getByRole('dialog', { name: 'Add User' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Mia Stone');
    await form.getByLabel('Phone Number').fill('+44 20 7946 0003');
    await form.getByLabel('Email').fill(email);
    await choose(form, 'Category', 'General');
    await choose(form, 'Role', 'Member (Member)');
    await form.getByRole('button', { name: 'Add user' }).click();
    const row = office.page.getByRole('row').filter({ hasText: 'Mia Stone' });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Invited');
    await expectPill(office.page, 'Up to date');
    await expect(row, 'the numbered row has replaced the provisional one').toHaveCount(1);
  });

  const field = await newDevice();
  await test.step('Mia chooses a password through the link in her mail', async () => {
    await field.page.goto(await inviteLinkFor(server.dataDir, email));
    await expect(field.page.getByText(`choose a password for ${email}`)).toBeVisible();
    await field.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await field.page.getByLabel('Re-enter Password').fill(PASSWORD);
    await field.page.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(field.page.getByRole('heading', { name: /Mia Stone/ })).toBeVisible();
    await expectPill(field.page, 'Up to date');
  });

  await test.step('Mia is not a member yet and sees nothing of the project', async () => {
    await expect(field.page.getByRole('main')).toContainText('No Projects Available !!');
    await field.page.goto(project.path);
    await expect(field.page.getByText('This board is not on this device')).toBeVisible();
    const mia = await signInByRest(server.url, { email, password: PASSWORD });
    const board = await mia.get('project-card/details/lists/', { project: project.id });
    expect(board.status).toBe(404);
    const list = await mia.get('project/list/');
    expect(JSON.stringify(list.body)).not.toContain(project.name);
  });

  await test.step('the founder adds her to the project, and the board appears without a reload', async () => {
    await openBoard(office.page, project.path);
    await office.page.getByRole('button', { name: 'Members', exact: true }).click();
    const team = office.page.getByRole('dialog', { name: `Team of ${project.name}` });
    await choose(team, 'Add a person', 'Mia Stone');
    await team.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(team.getByRole('listitem').filter({ hasText: 'Mia Stone' })).toBeVisible();
    await expect(tile(field.page, 'Mark the ford')).toBeVisible();
  });

  await test.step('the founder sees her comment', async () => {
    await commentOn(field.page, 'Mark the ford', 'The water is too high today');
    await office.page.getByRole('button', { name: 'Close', exact: true }).click();
    const panel = await openTask(office.page, 'Mark the ford');
    await expect(panel).toContainText('The water is too high today');
    await expect(panel).toContainText('Mia Stone');
  });
});

test('a used link is refused', async ({ newDevice, organization, server }) => {
  const { person } = await organization.addPerson('Noa Glen', 'Member');
  const { page } = await newDevice();
  await page.goto(await inviteLinkFor(server.dataDir, person.email));
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
});
