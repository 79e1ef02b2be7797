/** Several tabs and several organisations of one person on one device. */
import {
  choose,
  controlled,
  expectPill,
  fillSignIn,
  signIn,
  signOutFromMenu,
} from './support/app.ts';
import { addTask, openBoard, tile } from './support/board.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a change in one tab appears in the other at once, without a network too', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'] } });
  const { page, network, newTab } = await newDevice();
  await signIn(page, founder.person);
  const other = await newTab();
  await openBoard(page, project.path);
  await openBoard(other, project.path);
  network.cut();
  await addTask(page, 'To do', { name: 'Pegs', assignee: 'Ada Field' });
  await expect(tile(other, 'Pegs')).toBeVisible();
  await page.close();
  network.heal();
  await expectPill(other, 'Up to date');
});

test('signing out in one tab closes the other, and signing in opens it again', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Canary'] } });
  const { page, newTab } = await newDevice();
  await signIn(page, founder.person);
  const other = await newTab();
  // The sign-in page navigates to the original address, also when the person is signed in by then.
  await other.goto(`/?back=${encodeURIComponent(project.path)}`);
  await expect(tile(other, 'Canary')).toBeVisible();
  await signOutFromMenu(page);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByText('Canary')).toHaveCount(0);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await fillSignIn(page, founder.person);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Ada Field');
});

test('a person of two organisations switches between them, offline too, and nothing mixes', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const second = await foundOrganization(server, 'Ben Moor');
  const here = await makeProject(founder, { name: 'Here', cards: { 'To do': ['Rope'] } });
  await makeProject(second.founder, { name: 'There', cards: { 'To do': ['Lamp'] } });
  const roles = await expectOk(second.founder.get('user-role/list/'));
  const manager = roles.body.data.find((role: { name: string }) => role.name === 'Manager');
  await expectOk(
    second.founder.post('api/org-user/create/', {
      user: {
        display_name: 'Ada Field',
        phone_number: '+44 20 7946 0000',
        email: founder.person.email,
      },
      organization: second.founder.orgId,
      user_role: manager.id,
      role_category: manager.role_category.id,
    }),
  );

  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  const main = page.getByRole('main');
  await expect(main).toContainText('Here');
  await expect(main).not.toContainText('There');
  const rail = page.getByRole('navigation', { name: 'Organisations' });
  await rail.getByRole('button', { name: second.name }).click();
  await expect(main).toContainText('There');
  await expect(main).not.toContainText('Here');
  await expectPill(page, 'Up to date');
  await rail.getByRole('button', { name: organization.name }).click();
  await expect(main).toContainText('Here');
  await expectPill(page, 'Up to date');
  await controlled(page);
  network.cut();
  await openBoard(page, here.path);
  await addTask(page, 'To do', { name: 'Pegs', assignee: 'Ada Field' });
  await rail.getByRole('button', { name: second.name }).click();
  await expect(main).toContainText('There');
  network.heal();
  await rail.getByRole('button', { name: organization.name }).click();
  // The other organisation's pill shows the same until then.
  await expect(rail.locator('[aria-current]')).toContainText(organization.name);
  await expectPill(page, 'Up to date');
  await openBoard(page, here.path);
  await expect(tile(page, 'Pegs')).toBeVisible();
  await page.goto('/workspace/dashboard?panel=add-workspace');
  const form = page.getByRole('dialog', { name: "Let's build a Workspace" });
  await choose(form, 'Organisation', second.name);
  await expect(rail.locator('[aria-current]')).toContainText(second.name);
  await expect(form).toBeVisible();
});
