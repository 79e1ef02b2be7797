/** Layout: nothing overlaps, and changes by others move nothing. */
import type { Locator } from '@playwright/test';
import { controlled, fillSignIn, openOutbox, pill, signIn, writeNote } from './support/app.ts';
import { moveByMenu, openBoard, openTask, signInToBoard } from './support/board.ts';
import { foundOrganization, makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';
import { resizeTo } from './support/viewport.ts';

test('in the top bar nothing overlaps, and the name of a screen stays on one line', async ({
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
      await resizeTo(page, { width, height: 740 });
      const [words, beside] = [await boxOf(title), await boxOf(search)];
      expect(words.x + words.width, `${name} at ${width}`).toBeLessThanOrEqual(beside.x);
      expect(words.height, `${name} at ${width}`).toBeLessThan(30);
      // Clipped text needs an ellipsis and must not be painted over the button.
      await expect(title).toHaveCSS('overflow', 'hidden');
    }
    await resizeTo(page, { width: 1040, height: 740 });
    const [field, right] = [await boxOf(search), await boxOf(pill(page))];
    expect(field.x + field.width, 'the search at 1040').toBeLessThanOrEqual(right.x);
  }
});

test("the top bar shows the logo and the project's name beside an open navigation", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const bar = page.getByRole('banner');
  for (const width of [768, 800, 960, 1100]) {
    await resizeTo(page, { width, height: 740 });
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const logo = await boxOf(bar.getByRole('link', { name: 'Cairn, home' }));
    const name = await boxOf(bar.getByText('Ridge trail'));
    const search = await boxOf(bar.getByRole('button', { name: 'Search or go to' }));
    expect(logo.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(name.width, `at ${width}`).toBeGreaterThan(40);
    expect(name.x + name.width, `at ${width}`).toBeLessThanOrEqual(search.x);
  }
});

test('the search field of the top bar shows its whole label or none, and the longest name does not widen the page', async ({
  newDevice,
  server,
}) => {
  const { founder } = await foundOrganization(server, 'x'.repeat(120));
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('xxx');
  const search = page.getByRole('button', { name: 'Search or go to' });
  const words = search.getByText('Search or go to…');
  const seen: boolean[] = [];
  for (const width of [768, 820, 900, 960, 1024, 1100, 1440]) {
    await resizeTo(page, { width, height: 740 });
    expect(await page.getByRole('main').evaluate(fits), `Home at ${width}`).toBe(true);
    const isSeen = (await boxOf(words)).width > 1;
    if (isSeen) expect(await words.evaluate(fits), `at ${width}`).toBe(true);
    seen.push(isSeen);
  }
  expect([seen.at(0), seen.at(-1)]).toEqual([false, true]);
});

test('at every width the header of a board shows its name, and no control is clipped or out of reach', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [], Doing: [], Done: [] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, `${project.path}?q=rope&due=overdue`);
  const name = page.getByRole('heading', { level: 1, name: 'Ridge trail' });
  const filter = page.getByRole('button', { name: 'Filter (1)' });
  const menu = page.getByRole('button', { name: 'Board menu' });
  const members = page.getByRole('main').getByRole('button', { name: 'Members', exact: true });
  const inMenu = page.getByRole('menuitem', { name: 'Members' });
  for (const width of [390, 768, 800, 960, 1024, 1440]) {
    await resizeTo(page, { width, height: 740 });
    expect((await boxOf(name)).width, `the name at ${width}`).toBeGreaterThan(70);
    const right = await boxOf(menu);
    expect(right.x + right.width, `the menu at ${width}`).toBeLessThanOrEqual(width);
    const isBeside = await members.isVisible();
    for (const button of isBeside ? [filter, members] : [filter]) {
      expect(await isCutOff(button), `a control at ${width}`).toBe(false);
    }
    await menu.click();
    await expect(inMenu, `at ${width}`).toHaveCount(isBeside ? 0 : 1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
  }

  await test.step('no control is covered by a panel, and the last column can be scrolled out from under it', async () => {
    await members.click();
    await expect(filter).toBeVisible();
    const panel = page.getByRole('dialog', { name: `Team of ${project.name}` });
    const { x: edge } = await boxOf(panel);
    for (const control of [filter, members, menu]) {
      const { x, width } = await boxOf(control);
      expect(x + width).toBeLessThanOrEqual(edge);
    }
    const board = page.getByRole('region', { name: 'Board', exact: true });
    await board.evaluate((node) => node.scrollTo({ left: node.scrollWidth }));
    const last = await boxOf(page.getByRole('button', { name: 'Add Card' }));
    expect(last.x + last.width).toBeLessThanOrEqual(edge);
  });
});

test('in the header of a board the search shrinks before a long name is clipped', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, {
    name: 'Glen Corrie path repair',
    cards: { 'To do': [] },
  });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const name = page.getByRole('heading', { level: 1, name: 'Glen Corrie path repair' });
  const head = page.getByRole('main').locator('header').filter({ has: name });
  const search = page.getByLabel('Find a task on this board');
  for (const width of [390, 768, 900, 1024, 1280, 1440]) {
    await resizeTo(page, { width, height: 740 });
    const field = await boxOf(search);
    const isWhole = await name.evaluate(fits);
    expect(isWhole || field.width <= 100, `the name at ${width}`).toBe(true);
    expect(field.width, `the search at ${width}`).toBeGreaterThanOrEqual(100);
    expect(await head.evaluate(fits), `the head at ${width}`).toBe(true);
  }
});

test('on a phone a toast is above the add button, which does not move', async ({
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
  // Scrolling makes the button compute its position again.
  await page.getByRole('main').evaluate((main) => main.dispatchEvent(new Event('scroll')));
  await expect.poll(() => boxOf(plus)).toEqual(before);
  expect(message.y + message.height).toBeLessThanOrEqual(before.y);

  await test.step('over a form that opens meanwhile the toast leaves the first field and the close button free', async () => {
    // The toast stays while the focus is in it.
    await undo.focus();
    await page
      .getByRole('button', { name: 'Add task to Done' })
      .evaluate((add: HTMLElement) => add.click());
    const form = page.getByRole('dialog', { name: 'Add Task' });
    const label = await boxOf(form.getByText('Task name'));
    const moved = await boxOf(page.getByRole('region', { name: 'Messages' }).locator('> *'));
    expect(moved.y + moved.height).toBeLessThanOrEqual(label.y);
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toHaveCount(0);
  });
});

test('beside a panel a toast does not cover the navigation', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Rope');
  await panel.getByLabel('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  for (const width of [1280, 1440]) {
    await resizeTo(page, { width, height: 900 });
    const message = await boxOf(page.getByRole('region', { name: 'Messages' }).locator('> *'));
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const beside = await boxOf(panel);
    expect(message.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(message.x + message.width, `at ${width}`).toBeLessThanOrEqual(beside.x);
  }
});

test('the add button is whole and within reach on every screen of a narrow phone', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs', 'Lamp'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const add = page.getByRole('button', { name: 'Add a todo or a note' });
  for (const path of [project.path, '/home-view', '/mytasks', '/dashboard', '/chat']) {
    await page.goto(path);
    for (const width of [320, 360]) {
      await resizeTo(page, { width, height: 640 });
      await expect(add, `${path} at ${width}`).toBeVisible();
      const [box] = await settled(async () => [await boxOf(add)]);
      expect(box?.x, `${path} at ${width}`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
    await add.click();
    await expect(page.getByRole('menuitem', { name: 'Todo' })).toBeVisible();
    await page.keyboard.press('Escape');
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
  await signInToBoard(page, founder.person, project.path);
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
      await resizeTo(page, { width, height: 844 });
      const before = await settled(places);
      await expectOk(grace.patch(`task/update-destroy/${id}/`, { is_completed_employee: true }));
      await expect(panel.getByText(/Grace Hopper, \d\d:\d\d/)).toBeVisible();
      expect(await places(), `${name} at ${width}`).toEqual(before);
      await expectOk(grace.patch(`task/update-destroy/${id}/`, { is_completed_employee: false }));
      await expect(panel.getByText(/Grace Hopper, \d\d:\d\d/)).toHaveCount(0);
      expect(await places(), `${name} at ${width}`).toEqual(before);
    }
    await resizeTo(page, { width: 1440, height: 844 });
    await page.getByRole('button', { name: 'Close task' }).click();
  }
});

test('a button beside a field is aligned with it, and a focus ring is above the content below', async ({
  newDevice,
  organization,
}) => {
  const { page, network } = await newDevice();
  await signIn(page, organization.founder.person);
  await page.goto('/notes-view');
  network.cut();
  await page.getByRole('button', { name: 'New note' }).first().click();
  const naming = [
    [page.getByRole('combobox', { name: 'Tag' }), page.getByRole('button', { name: 'New tag' })],
    [page.getByLabel('Tag name'), page.getByRole('button', { name: 'Add tag' })],
  ] as const;
  for (const [field, button] of naming) {
    const apart = (await boxOf(field)).y - (await boxOf(button)).y;
    expect(Math.abs(apart), button.toString()).toBeLessThan(1);
    await button.click();
  }
  await page.getByRole('button', { name: 'Close form' }).click();
  await writeNote(page, { title: 'Packing', text: 'Ladder', newTag: 'trip' });
  const entry = (await openOutbox(page)).getByRole('listitem').first();
  const opener = entry.getByRole('button', { expanded: false });
  await opener.press('Enter');
  const opened = entry.getByRole('button', { expanded: true });
  const ring = await opened.evaluate((button) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button);
    return outlineStyle === 'none'
      ? 0
      : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  });
  const [line, details] = [await boxOf(opened), await boxOf(entry.getByText('no connection'))];
  expect(ring).toBeGreaterThan(0);
  expect(line.y + line.height + ring).toBeLessThanOrEqual(details.y);
});

/** Value of `read` once two readings in a row are equal: fonts and the new width are applied. */
async function settled(read: () => Promise<readonly Box[]>): Promise<readonly Box[]> {
  let last = await read();
  await expect(async () => {
    const before = last;
    last = await read();
    expect(last).toEqual(before);
  }).toPass({ intervals: [100] });
  return last;
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what.toString()} is not on the screen`);
  return box;
}

function fits(element: Element): boolean {
  return element.scrollWidth <= element.clientWidth;
}

/** True if content is wider than its visible box. */
function isCutOff(control: Locator): Promise<boolean> {
  return control.evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1),
  );
}
