/** Layout: nothing overlaps, and changes by others move nothing. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { load, open } from './support/app.tsx';
import { moveByMenu, openAddTask, openTask } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import {
  boxOf,
  drawn,
  fits,
  focus,
  gone,
  openOutbox,
  pill,
  press,
  resize,
  see,
  settled,
  step,
  writeNote,
} from './support/screen.ts';

test('in the top bar nothing overlaps, and the name of a screen stays on one line', async () => {
  const organization = await createOrganization();
  await resize(360, 740);
  await open(organization, '/organization-info');
  const search = page.getByRole('button', { name: 'Search or go to' });
  for (const [path, name] of [
    ['/organization-info', 'User Management'],
    ['/workspace/dashboard', 'Workspaces'],
    ['/organization/tasks-details', 'Overall Task'],
  ] as const) {
    await load(path);
    const title = page.getByRole('banner').getByText(name, { exact: true });
    for (const width of [360, 390]) {
      await resize(width, 740);
      const [words, beside] = [await boxOf(title), await boxOf(search)];
      expect(words.x + words.width, `${name} at ${width}`).toBeLessThanOrEqual(beside.x);
      expect(words.height, `${name} at ${width}`).toBeLessThan(30);
      // Clipped text needs an ellipsis and must not be painted over the button.
      await expect.element(title).toHaveStyle({ overflow: 'hidden' });
    }
    await resize(1040, 740);
    const [field, right] = [await boxOf(search), await boxOf(pill())];
    expect(field.x + field.width, 'the search at 1040').toBeLessThanOrEqual(right.x);
  }
});

test("the top bar shows the logo and the project's name beside an open navigation", async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, project.path);
  const bar = page.getByRole('banner');
  for (const width of [768, 800, 960, 1100]) {
    await resize(width, 740);
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const logo = await boxOf(bar.getByRole('link', { name: 'Cairn, home' }));
    const name = await boxOf(bar.getByText('Ridge trail'));
    const search = await boxOf(bar.getByRole('button', { name: 'Search or go to' }));
    expect(logo.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(name.width, `at ${width}`).toBeGreaterThan(40);
    expect(name.x + name.width, `at ${width}`).toBeLessThanOrEqual(search.x);
  }
});

test('the search field of the top bar shows its whole label or none, and the longest name does not widen the page', async () => {
  const organization = await createOrganization('Paths', 'x'.repeat(120));
  await open(organization, '/home-view');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('xxx');
  const search = page.getByRole('button', { name: 'Search or go to' });
  const words = search.getByText('Search or go to…');
  const seen: boolean[] = [];
  for (const width of [390, 768, 820, 900, 960, 1024, 1100, 1440]) {
    await resize(width, 740);
    expect(await fits(page.getByRole('main')), `Home at ${width}`).toBe(true);
    const isSeen = (await boxOf(words)).width > 1;
    if (isSeen) expect(await fits(words), `at ${width}`).toBe(true);
    seen.push(isSeen);
  }
  expect([seen.at(0), seen.at(-1)]).toEqual([false, true]);
});

test('at every width the header of a board shows its name, and no control is clipped or out of reach', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [], Doing: [], Done: [] } });
  await open(organization, `${project.path}?q=rope&due=overdue`);
  const name = page.getByRole('heading', { level: 1, name: 'Ridge trail' });
  const filter = page.getByRole('button', { name: 'Filter (1)' });
  const menu = page.getByRole('button', { name: 'Board menu' });
  const members = page.getByRole('main').getByRole('button', { name: 'Members', exact: true });
  const inMenu = page.getByRole('menuitem', { name: 'Members' });
  for (const width of [390, 768, 800, 960, 1024, 1440]) {
    await resize(width, 740);
    expect((await boxOf(name)).width, `the name at ${width}`).toBeGreaterThan(70);
    const right = await boxOf(menu);
    expect(right.x + right.width, `the menu at ${width}`).toBeLessThanOrEqual(width);
    const isBeside = members.query() !== null && (await boxOf(members)).width > 0;
    for (const button of isBeside ? [filter, members] : [filter]) {
      expect(await isCutOff(button), `a control at ${width}`).toBe(false);
    }
    await menu.click();
    await expect.element(inMenu, { message: `at ${width}` }).toHaveLength(isBeside ? 0 : 1);
    await press('Escape');
    await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
  }

  await step(
    'no control is covered by a panel, and the last column can be scrolled out from under it',
    async () => {
      await members.click();
      await see(filter);
      const panel = page.getByRole('dialog', { name: `Team of ${project.name}` });
      const { x: edge } = await boxOf(panel);
      for (const control of [filter, members, menu]) {
        const { x, width } = await boxOf(control);
        expect(x + width).toBeLessThanOrEqual(edge);
      }
      const board = page.getByRole('region', { name: 'Board', exact: true });
      const node = await board.findElement();
      node.scrollTo({ left: node.scrollWidth });
      await drawn();
      const last = await boxOf(page.getByRole('button', { name: 'Add Card' }));
      expect(last.x + last.width).toBeLessThanOrEqual(edge);
    },
  );
});

test('in the header of a board the search shrinks before a long name is clipped', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({
    name: 'Glen Corrie path repair',
    cards: { 'To do': [] },
  });
  await open(organization, project.path);
  const name = page.getByRole('heading', { level: 1, name: 'Glen Corrie path repair' });
  const head = page.getByRole('main').css('header').filter({ has: name });
  const search = page.getByLabelText('Find a task on this board');
  for (const width of [390, 768, 900, 1024, 1280, 1440]) {
    await resize(width, 740);
    const field = await boxOf(search);
    const isWhole = await fits(name);
    expect(isWhole || field.width <= 100, `the name at ${width}`).toBe(true);
    if (width >= 768) {
      expect(field.width, `the search at ${width}`).toBeGreaterThanOrEqual(100);
    }
    expect(await fits(head), `the head at ${width}`).toBe(true);
  }

  await step('on a phone the search is an icon until it is used', async () => {
    await resize(390, 740);
    expect((await boxOf(search)).width).toBeLessThanOrEqual(44);
    await search.click();
    await expect.poll(async () => (await boxOf(search)).width).toBeGreaterThan(300);
  });
});

test('on a phone a toast is above the add button, which does not move', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'], Done: [] } });
  await resize(390, 844);
  await open(organization, project.path);
  const plus = page.getByRole('button', { name: 'Add a task, todo or note' });
  const before = await boxOf(plus);
  await moveByMenu('Rope', 'Done');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  const message = await boxOf(page.getByRole('region', { name: 'Messages' }).css('> *'));
  // Scrolling makes the button compute its position again.
  (await page.getByRole('main').findElement()).dispatchEvent(new Event('scroll'));
  await expect.poll(() => boxOf(plus)).toEqual(before);
  expect(message.y + message.height).toBeLessThanOrEqual(before.y);

  await step(
    'over a form that opens meanwhile the toast leaves the first field and the close button free',
    async () => {
      // The toast stays while the focus is in it.
      await focus(undo);
      const form = await openAddTask('Done');
      const label = await boxOf(form.getByText('Task name'));
      const moved = await boxOf(page.getByRole('region', { name: 'Messages' }).css('> *'));
      expect(moved.y + moved.height).toBeLessThanOrEqual(label.y);
      await form.getByRole('button', { name: 'Close' }).click();
      await gone(form);
    },
  );
});

test('on a phone all text tools of a comment and of a message are within the screen', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  for (const width of [360, 390]) {
    await resize(width, 740);
    await open(organization, project.path);
    const panel = await openTask('Rope');
    await panel.getByLabelText('Write a comment').click();
    await expectToolsWithin(width);
    await load(`/chat/chat-area/${mia.userId}`);
    await page.getByLabelText('Message', { exact: true }).click();
    await expectToolsWithin(width);
  }
});

async function expectToolsWithin(width: number): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Text format' }).getByRole('button');
  await expect.element(tools).toHaveLength(9);
  for (const tool of tools.elements()) {
    const { left, right } = tool.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  }
}

test('beside a panel a toast does not cover the navigation', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await open(organization, project.path);
  const panel = await openTask('Rope');
  await panel.getByLabelText('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  for (const width of [1280, 1440]) {
    await resize(width, 900);
    const message = await boxOf(page.getByRole('region', { name: 'Messages' }).css('> *'));
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const beside = await boxOf(panel);
    expect(message.x, `at ${width}`).toBeGreaterThanOrEqual(navigation.x + navigation.width);
    expect(message.x + message.width, `at ${width}`).toBeLessThanOrEqual(beside.x);
  }
});

test('the add button is whole and within reach on every screen of a narrow phone', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs', 'Lamp'] } });
  await open(organization, project.path);
  const add = page.getByRole('button', { name: 'Add a task, todo or note' });
  for (const path of [project.path, '/home-view', '/mytasks', '/dashboard', '/chat']) {
    await load(path);
    for (const width of [320, 360]) {
      await resize(width, 640);
      await expect.element(add, { message: `${path} at ${width}` }).toBeVisible();
      const [box] = await settled(async () => [await boxOf(add)]);
      expect(box?.x, `${path} at ${width}`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
    await add.click();
    await see(page.getByRole('menuitem', { name: 'Todo' }));
    await press('Escape');
  }
});

test('nothing in an open task moves when somebody else ticks it', async () => {
  const organization = await createOrganization();
  const [grace, mia] = [
    organization.addPerson('Grace Hopper', 'Member'),
    organization.addPerson('Mia Stone', 'Member'),
  ];
  const project = await organization.makeProject({
    cards: { 'To do': [] },
    members: [grace, mia],
  });
  const card = project.cards['To do'] ?? '';
  const one = { project: project.id, card, assignee: grace };
  const rope = await organization.makeTask({ ...one, name: 'Rope' });
  const pegs = await organization.makeTask({ ...one, name: 'Pegs', assignees: [grace, mia] });
  const device = await open(organization, project.path);
  for (const [name, id] of [
    ['Rope', rope],
    ['Pegs', pegs],
  ] as const) {
    const panel = await openTask(name);
    const places = async () => [
      await boxOf(panel.getByText('Due date', { exact: true })),
      await boxOf(panel.getByLabelText('Completed', { exact: true })),
    ];
    for (const width of [1440, 390]) {
      await resize(width, 844);
      const before = await settled(places);
      await organization.apply(taskCompleteEmployee, ticked(id, true), grace);
      await device.receive();
      await see(panel.getByText(/Grace Hopper, \d\d:\d\d/));
      expect(await places(), `${name} at ${width}`).toEqual(before);
      await organization.apply(taskCompleteEmployee, ticked(id, false), grace);
      await device.receive();
      await gone(panel.getByText(/Grace Hopper, \d\d:\d\d/));
      expect(await places(), `${name} at ${width}`).toEqual(before);
    }
    await resize(1440, 844);
    await page.getByRole('button', { name: 'Close task' }).click();
  }
});

test('a button beside a field is aligned with it, and a focus ring is above the content below', async () => {
  const organization = await createOrganization();
  await open(organization, '/notes-view');
  await page.getByRole('button', { name: 'New note' }).first().click();
  const naming = [
    [page.css('.mantine-MultiSelect-input'), page.getByRole('button', { name: 'New tag' })],
    [page.getByLabelText('Tag name'), page.getByRole('button', { name: 'Add tag' })],
  ] as const;
  for (const [field, button] of naming) {
    const apart = (await boxOf(field)).y - (await boxOf(button)).y;
    expect(Math.abs(apart), `beside ${button.asLocator()}`).toBeLessThan(1);
    await button.click();
  }
  await page.getByRole('button', { name: 'Close form' }).click();
  await writeNote({ title: 'Packing', text: 'Ladder', newTag: 'trip' });
  const entry = (await openOutbox()).getByRole('listitem').first();
  const opener = entry.getByRole('button', { expanded: false });
  await press('Enter', opener);
  const opened = entry.getByRole('button', { expanded: true });
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(
    await opened.findElement(),
  );
  const ring =
    outlineStyle === 'none'
      ? 0
      : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const [line, details] = [await boxOf(opened), await boxOf(entry.getByText('no connection'))];
  expect(ring).toBeGreaterThan(0);
  expect(line.y + line.height + ring).toBeLessThanOrEqual(details.y);
});

/** True if content is wider than its visible box. */
async function isCutOff(control: Locator): Promise<boolean> {
  const element = await control.findElement();
  return [...element.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1);
}

function ticked(id: string, done: boolean) {
  return { id, done, at: done ? new Date().toISOString() : null };
}

test('the menu of a task is on the screen whole, and scrolls where the screen is lower than it', async () => {
  const organization = await createOrganization();
  const names = Array.from({ length: 8 }, (_, index) => `Task ${index + 1}`);
  const project = await organization.makeProject({ cards: { 'To do': names } });
  await open(organization, project.path);
  const menu = page.getByRole('menu');
  for (const height of [760, 420]) {
    await resize(1280, height);
    await page.getByRole('button', { name: 'Actions for Task 4' }).click();
    await see(menu);
    const [box] = await settled(async () => [await boxOf(menu)]);
    const { y = -1, height: tall = 0 } = box ?? {};
    expect(y, `top at ${height}`).toBeGreaterThanOrEqual(0);
    expect(y + tall, `bottom at ${height}`).toBeLessThanOrEqual(height);
    await press('End');
    const last = await boxOf(page.getByRole('menuitem', { name: 'Delete' }));
    expect(last.y + last.height, `last entry at ${height}`).toBeLessThanOrEqual(height);
    await press('Escape');
    await gone(menu);
  }
});
