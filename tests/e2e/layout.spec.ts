/** Where things stand: nothing lies over anything else, and nothing moves for what others do. */
import type { Locator } from '@playwright/test';
import { controlled, fillSignIn, pill, signIn } from './support/app.ts';
import { moveByMenu, openBoard, openTask } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/story.ts';

test('in the top bar nothing lies over anything, and the name of a screen stays on one line', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 740 } });
  await page.goto('/organization-info');
  await fillSignIn(page, organization.founder.person);
  await expect(pill(page)).toHaveAttribute('data-phase', 'up-to-date');
  const search = page.getByRole('button', { name: 'Search or go to' });
  for (const [path, name] of [
    ['/organization-info', 'User Management'],
    ['/workspace/dashboard', 'Workspaces'],
    ['/organization/tasks-details', 'Overall Task'],
  ] as const) {
    await page.goto(path);
    const title = page.getByRole('banner').getByText(name, { exact: true });
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const [words, beside] = [await boxOf(title), await boxOf(search)];
      expect(words.x + words.width, `${name} at ${width}`).toBeLessThanOrEqual(beside.x);
      expect(words.height, `${name} at ${width}`).toBeLessThan(30);
      // What the box cuts off has to be marked as cut off, not painted over the button.
      await expect(title).toHaveCSS('overflow', 'hidden');
    }
    await page.setViewportSize({ width: 1040, height: 740 });
    const [field, right] = [await boxOf(search), await boxOf(pill(page))];
    expect(field.x + field.width, 'the search at 1040').toBeLessThanOrEqual(right.x);
  }
});

test('the top bar keeps the logo and the name of the project beside an open navigation', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  const bar = page.getByRole('banner');
  for (const width of [768, 800, 960, 1100]) {
    await page.setViewportSize({ width, height: 740 });
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const logo = await boxOf(bar.getByRole('link', { name: 'Cairn, home' }));
    const name = await boxOf(bar.getByText('Ridge trail'));
    const search = await boxOf(bar.getByRole('button', { name: 'Search or go to' }));
    expect(logo.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(name.width, `at ${width}`).toBeGreaterThan(40);
    expect(name.x + name.width, `at ${width}`).toBeLessThanOrEqual(search.x);
  }
});

test('on a phone a message stands above the add button, which stays where it is', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'], Done: [] } });
  const { page } = await newDevice({ viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await fillSignIn(page, founder.person);
  await controlled(page);
  await openBoard(page, project.path);
  const plus = page.getByRole('button', { name: 'Add a todo or a note' });
  const before = await boxOf(plus);
  await moveByMenu(page, 'Rope', 'Done');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  const message = await boxOf(page.getByRole('region', { name: 'Messages' }).locator('> *'));
  // Scrolling makes the button look for its place anew.
  await page.getByRole('main').evaluate((main) => main.dispatchEvent(new Event('scroll')));
  await expect.poll(() => boxOf(plus)).toEqual(before);
  expect(message.y + message.height).toBeLessThanOrEqual(before.y);
});

test('beside a panel a message does not lie over the navigation', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'] } });
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  const panel = await openTask(page, 'Rope');
  await panel.getByLabel('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const message = await boxOf(page.getByRole('region', { name: 'Messages' }).locator('> *'));
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const beside = await boxOf(panel);
    expect(message.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(message.x + message.width, `at ${width}`).toBeLessThanOrEqual(beside.x);
  }
});

test('nothing in an open task moves when somebody else ticks it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const [grace, mia] = [
    await organization.addPerson('Grace Hopper', 'Member'),
    await organization.addPerson('Mia Stone', 'Member'),
  ];
  const project = await makeProject(founder, {
    cards: { 'To do': [] },
    members: [grace.person, mia.person],
  });
  const card = project.cards['To do'] ?? '';
  const one = { project: project.id, card, assignee: grace.person };
  const rope = await makeTask(founder, { ...one, name: 'Rope' });
  const pegs = await makeTask(founder, { ...one, name: 'Pegs' });
  await expectOk(
    founder.patch(`task/update-destroy/${pegs}/`, {
      assigned_to: null,
      assigned_users: [grace, mia].map(({ person }) => `${project.id}.${person.orgUserId}`),
    }),
  );
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  for (const [name, id] of [
    ['Rope', rope],
    ['Pegs', pegs],
  ] as const) {
    const panel = await openTask(page, name);
    const places = async () => [
      await boxOf(panel.getByText('Due date', { exact: true })),
      await boxOf(panel.getByLabel('Completed', { exact: true })),
    ];
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const before = await places();
      await expectOk(grace.patch(`task/update-destroy/${id}/`, { is_completed_employee: true }));
      await expect(panel.getByText(/Grace Hopper, \d\d:\d\d/)).toBeVisible();
      expect(await places(), `${name} at ${width}`).toEqual(before);
      await expectOk(grace.patch(`task/update-destroy/${id}/`, { is_completed_employee: false }));
      await expect(panel.getByText(/Grace Hopper, \d\d:\d\d/)).toHaveCount(0);
      expect(await places(), `${name} at ${width}`).toEqual(before);
    }
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.getByRole('button', { name: 'Close task' }).click();
  }
});

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what.toString()} is not on the screen`);
  return box;
}
