/** The board by mouse, by keyboard alone, and by finger on a phone. */
import type { Locator, Page } from '@playwright/test';
import { controlled, expectPill, fillSignIn } from './support/app.ts';
import {
  boardOnScreen,
  column,
  openBoard,
  signInToBoard,
  taskPanel,
  tick,
  tile,
  toggle,
} from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const START = { 'To do': ['Rope', 'Pegs', 'Tar'], Doing: ['Lamp'], Done: [] };

test('by mouse: a tile moves within its card and to another one, and Undo reverts it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice({ reducedMotion: 'no-preference' });
  await signInToBoard(page, founder.person, project.path);

  await tile(page, 'Pegs').dragTo(tile(page, 'Lamp'), {
    steps: 12,
    targetPosition: { x: 60, y: 6 },
  });
  await expect
    .poll(() => boardOnScreen(page))
    .toEqual([
      { card: 'To do', tasks: ['Rope', 'Tar'] },
      { card: 'Doing', tasks: ['Pegs', 'Lamp'] },
      { card: 'Done', tasks: [] },
    ]);
  await expect.poll(() => boardAtServer(founder, project.id)).toEqual(await boardOnScreen(page));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column(page, 'To do').getByRole('article')).toHaveCount(3);
  await expect
    .poll(async () => (await boardAtServer(founder, project.id))[0]?.tasks)
    .toEqual(['Rope', 'Pegs', 'Tar']);
});

test('a dragged item is named to a screen reader, on the board, in a task and in Todo', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const body = { task: project.tasks['Tar'], is_completed: false };
  await founder.post('sub-task/create/', { ...body, name: 'Melt', order: 0 });
  await founder.post('sub-task/create/', { ...body, name: 'Brush', order: 1 });
  for (const name of ['Buy rope', 'Pack']) await founder.post('todo-task/create/', { name });
  const { page } = await newDevice({ reducedMotion: 'no-preference' });
  await signInToBoard(page, founder.person, project.path);
  const told = async (what: Locator, over: Locator, name: string, shown = name) => {
    await what.hover();
    await page.mouse.down();
    await over.hover();
    await expect(page.getByRole('status').filter({ hasText: `Lifted ${name}` })).toBeAttached();
    // The drag preview shows the whole tile.
    if (shown !== name) await expect(page.locator('[inert] > article')).toContainText(shown);
    await page.mouse.up();
    await expect(page.getByRole('status').filter({ hasText: `Dropped ${name}` })).toBeAttached();
    // Neither ids nor the library's keyboard instructions.
    await expect(page.locator('#root')).not.toContainText(/draggable|droppable|[0-9a-f]{8}-/i);
    // The library treats clicks within 50 ms as the end of the drag; its timer has run when a
    // later, longer one has.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  };

  await expect(tile(page, 'Tar')).toContainText('0/2');
  await told(nameOf(page, 'Tar'), tile(page, 'Lamp'), 'Tar', '0/2');
  await told(
    page.getByRole('heading', { name: 'Doing' }),
    page.getByRole('heading', { name: 'Done' }),
    'Doing',
  );
  await nameOf(page, 'Tar').click();
  await told(nameOf(page, 'Melt'), nameOf(page, 'Brush'), 'Melt');
  await page.getByRole('button', { name: 'Close task' }).click();
  await page.getByRole('button', { name: 'Add a todo or a note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  const grip = (name: string) => page.getByRole('button', { name: `Reorder ${name}` });
  await told(grip('Buy rope'), grip('Pack'), 'Buy rope');
});

test('an Undo pressed before a change is saved reverts that change, not the one before it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await toggle(page, 'Rope');

  const release = await deferWrites(page);
  await nameOf(page, 'Pegs').focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Lifted Pegs' })).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+z');
  await release();

  await expect(page.getByText('Undone: Task moved')).toBeVisible();
  const expected = [
    { card: 'To do', tasks: ['✓ Rope', 'Pegs', 'Tar'] },
    { card: 'Doing', tasks: ['Lamp'] },
    { card: 'Done', tasks: [] },
  ];
  await expect.poll(() => boardOnScreen(page)).toEqual(expected);
  await expect.poll(() => boardAtServer(founder, project.id)).toEqual(expected);

  await toggle(page, 'Tar');
  const releaseBoth = await deferWrites(page);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await releaseBoth();
  await expect
    .poll(() => boardOnScreen(page))
    .toEqual([{ card: 'To do', tasks: START['To do'] }, ...expected.slice(1)]);
});

test('by keyboard alone: sign in, open a task, comment, tick, move, add', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  const { keyboard } = page;

  await test.step('sign in', async () => {
    await page.goto(project.path);
    await page.getByLabel('Email').focus();
    await keyboard.type(founder.person.email);
    await keyboard.press('Tab');
    await keyboard.type(founder.person.password);
    await keyboard.press('Enter');
    await expectPill(page, 'Up to date');
    await expect(tile(page, 'Rope')).toBeVisible();
  });

  await test.step('J and Enter open a task, Escape returns the focus', async () => {
    await keyboard.press('j');
    await expect(nameOf(page, 'Rope')).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(nameOf(page, 'Pegs')).toBeFocused();
    await keyboard.press('Enter');
    await expect(taskPanel(page, 'Pegs')).toBeVisible();
    await taskPanel(page, 'Pegs').getByLabel('Write a comment').focus();
    await keyboard.type('Twelve of them');
    await keyboard.press('Control+Enter');
    await expect(taskPanel(page, 'Pegs').getByRole('listitem')).toContainText('Twelve of them');
    await keyboard.press('Escape');
    await expect(taskPanel(page, 'Pegs')).toHaveCount(0);
    await expect(nameOf(page, 'Pegs')).toBeFocused();
  });

  await test.step('Space lifts a tile, arrows move it, Space drops it', async () => {
    await keyboard.press('Space');
    await expect(page.getByRole('status').filter({ hasText: 'Lifted Pegs' })).toBeAttached();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect
      .poll(() => boardOnScreen(page))
      .toEqual([
        { card: 'To do', tasks: ['Rope', 'Tar'] },
        { card: 'Doing', tasks: ['Lamp', 'Pegs'] },
        { card: 'Done', tasks: [] },
      ]);
    await expect(nameOf(page, 'Pegs')).toBeFocused();
    await keyboard.press('Control+z');
    await expect(column(page, 'To do').getByRole('article')).toHaveCount(3);
    await expect(nameOf(page, 'Pegs')).toBeFocused();
  });

  await test.step('X and Shift select several tasks, one key moves them all offline, one Undo reverts them', async () => {
    await nameOf(page, 'Rope').focus();
    await keyboard.press('x');
    await keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await expect(bar).toContainText('2 selected');
    network.refuse();
    await bar.getByRole('button', { name: 'Move' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Done' }).press('Enter');
    await expect
      .poll(async () => (await boardOnScreen(page)).at(-1)?.tasks)
      .toEqual(['Rope', 'Pegs']);
    await expect(bar).toHaveCount(0);
    await expect(nameOf(page, 'Rope')).toBeFocused();
    await keyboard.press('Control+z');
    await expect
      .poll(async () => (await boardOnScreen(page))[0]?.tasks)
      .toEqual(['Rope', 'Pegs', 'Tar']);
    network.heal();
  });

  await test.step('Escape cancels a lifted tile', async () => {
    await nameOf(page, 'Lamp').focus();
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await keyboard.press('Escape');
    await expect(column(page, 'Doing').getByRole('article')).toHaveCount(1);
    await expect(nameOf(page, 'Lamp')).toBeFocused();
  });

  await test.step('a focus that is moved right after Escape stays where it is', async () => {
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await expect(column(page, 'Doing').getByRole('article')).toHaveCount(0);
    await nameOf(page, 'Rope').evaluate(async (other) => {
      const options = { key: 'Escape', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
      other.focus();
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await expect(column(page, 'Doing').getByRole('article')).toHaveCount(1);
    await expect(nameOf(page, 'Rope')).toBeFocused();
  });

  await test.step('n, also with Caps Lock, opens the form of a new task; Escape closes it', async () => {
    await nameOf(page, 'Pegs').focus();
    await keyboard.press('K');
    await expect(nameOf(page, 'Rope')).toBeFocused();
    await keyboard.press('N');
    const form = page.getByRole('dialog', { name: 'Add Task' });
    await expect(form.getByLabel('Task name')).toBeFocused();
    await keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });
  await expectPill(page, 'Up to date');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('by finger: a long press drags a tile, a swipe scrolls, a tap opens', async ({
    newDevice,
    organization,
  }) => {
    const { founder } = organization;
    const project = await makeProject(founder, { cards: START });
    const { page } = await newDevice({
      reducedMotion: 'no-preference',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto('/');
    await fillSignIn(page, founder.person);
    await expect(page.getByRole('heading', { name: /Ada Field/ })).toBeVisible();
    await controlled(page);
    await openBoard(page, project.path);
    await noSidewaysScroll(page);

    await test.step('a tap opens the task as a sheet', async () => {
      await nameOf(page, 'Rope').tap();
      const panel = taskPanel(page, 'Rope');
      await expect(panel).toBeVisible();
      expect((await panel.boundingBox())?.width).toBeCloseTo(390);
      await page.getByRole('button', { name: 'Close task' }).tap();
      await expect(panel).toHaveCount(0);
    });

    await test.step('a quick swipe moves nothing', async () => {
      const before = await boardOnScreen(page);
      await drag(page, tile(page, 'Rope'), tile(page, 'Tar'), 0);
      expect(await boardOnScreen(page)).toEqual(before);
    });

    await test.step('a long press drags', async () => {
      await drag(page, tile(page, 'Rope'), tile(page, 'Tar'), 450);
      await expect
        .poll(async () => (await boardOnScreen(page))[0]?.tasks)
        .toEqual(['Pegs', 'Tar', 'Rope']);
      await expect
        .poll(async () => (await boardAtServer(founder, project.id))[0]?.tasks)
        .toEqual(['Pegs', 'Tar', 'Rope']);
    });

    await test.step("the tick's touch target is large", async () => {
      const mark = await tile(page, 'Pegs').locator('label').boundingBox();
      if (mark === null) throw new Error('Pegs is not on the screen');
      await page.touchscreen.tap(mark.x - 8, mark.y + mark.height / 2);
      await expect(tick(page, 'Pegs')).toBeChecked();
    });

    await test.step('a long press anywhere on a subtask drags it', async () => {
      const body = { task: project.tasks['Tar'], is_completed: false, order: 0 };
      await founder.post('sub-task/create/', { ...body, name: 'Melt' });
      await founder.post('sub-task/create/', { ...body, name: 'Brush', order: 1 });
      await nameOf(page, 'Tar').tap();
      const panel = taskPanel(page, 'Tar');
      const names = panel.getByRole('button', { name: /^(Melt|Brush)$/ });
      await expect(names).toHaveText(['Melt', 'Brush']);
      await drag(page, nameOf(page, 'Melt'), nameOf(page, 'Brush'), 450);
      await expect(names).toHaveText(['Brush', 'Melt']);
    });

    await test.step('from a tile’s menu several tasks are selected by taps', async () => {
      await page.getByRole('button', { name: 'Close task' }).tap();
      await page.getByRole('button', { name: 'Actions for Rope' }).tap();
      await page.getByRole('menuitem', { name: 'Select' }).tap();
      await nameOf(page, 'Tar').tap();
      const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
      await expect(bar).toContainText('2 selected');
      await bar.getByRole('button', { name: 'Archive' }).tap();
      await expect.poll(async () => (await boardOnScreen(page))[0]?.tasks).toEqual(['✓ Pegs']);
    });
  });
});

function nameOf(page: Page, task: string) {
  return page.getByRole('button', { name: task, exact: true });
}

async function noSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
}

/**
 * Long-presses one element for a time in milliseconds, drags, and drops just below the middle of
 * another.
 */
async function drag(page: Page, from: Locator, to: Locator, hold: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  await page.waitForTimeout(hold);
  const steps = 10;
  for (let step = 1; step <= steps; step += 1) {
    const y = start.y + ((end.y + 12 - start.y) * step) / steps;
    await touch('touchMove', [{ x: start.x, y }]);
  }
  await touch('touchEnd', []);
  await finger.detach();
}

async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what.toString()} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
