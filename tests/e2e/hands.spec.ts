/** The board by finger on a phone; mouse and keyboard: tests/src/routes/hands.test.tsx. */
import type { Locator, Page } from '@playwright/test';
import { controlled, fillSignIn } from './support/app.ts';
import { boardOnScreen, openBoard, taskPanel, tick, tile } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const START = { 'To do': ['Rope', 'Pegs', 'Tar'], Doing: ['Lamp'], Done: [] };

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
      await bar.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('menuitem', { name: 'Archive' }).tap();
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
