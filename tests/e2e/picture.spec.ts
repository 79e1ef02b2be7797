/** The screen as it was left is seen at the next start before the app is there, and only while it still is so. */
import type { Page } from '@playwright/test';
import { expectPill, signIn } from './support/app.ts';
import { openBoard, taskPanel, tick, tile, toggle } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/story.ts';

const CARDS = { 'To do': ['Rope', 'Pegs'], Doing: ['Lamp'] };

test('a board is seen as it was left before the app is there, also offline; a press in that moment is carried out', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: CARDS });
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  await expectPill(page, 'Up to date');
  const place = await nameOf(page, 'Pegs').boundingBox();
  expect(place).not.toBeNull();
  await leave(page);

  network.cut();
  await holdApp(page);
  await page.reload();
  const picture = page.frameLocator('[data-picture]');
  await expect(picture.getByText('Pegs')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await picture.getByText('Pegs').boundingBox()).toEqual(place);
  // Nothing that may have changed since is said of the network.
  await expect(picture.locator('[data-phase]')).toBeHidden();

  await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
  await letAppGo(page);
  await expect(taskPanel(page, 'Pegs')).toBeVisible();
  await expect(page.locator('[data-picture]')).toHaveCount(0);
  await expectPill(page, 'Offline');
});

test('a board that has changed since it was left is not seen as it was', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: CARDS });
  const { page, newTab } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  await expectPill(page, 'Up to date');
  await leave(page);
  await page.goto('about:blank');

  const other = await newTab();
  await openBoard(other, project.path);
  await toggle(other, 'Rope');
  await expect(tick(other, 'Rope')).toBeChecked();

  await holdApp(page);
  await page.goto(project.path);
  await page.waitForFunction(() => Reflect.has(window, 'heldApp'));
  await expect(page.locator('[data-picture]')).toHaveCount(0);
  await letAppGo(page);
  await expect(tick(page, 'Rope')).toBeChecked();
  await expect(tile(page, 'Pegs')).toBeVisible();
});

function nameOf(page: Page, task: string) {
  return tile(page, task).getByRole('button', { name: task, exact: true });
}

/** Until this very screen has been kept: that takes a moment without a change. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const hints = (names: readonly string[]) =>
    names.filter((name) => name.startsWith('cairn-picture:'));
  const before = hints(await page.evaluate(() => Object.keys(localStorage)));
  await page.evaluate((names) => {
    for (const name of names) localStorage.removeItem(name);
  }, before);
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      return hints(await page.evaluate(() => Object.keys(localStorage)));
    })
    .toHaveLength(1);
}

/** The app of the next page waits, as if the machine were slow. */
async function holdApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { append } = Element.prototype;
    Element.prototype.append = function hold(this: Element, ...nodes: (Node | string)[]) {
      const [first] = nodes;
      const go = () => Reflect.apply(append, this, nodes);
      const isApp = first instanceof HTMLScriptElement && first.type === 'module';
      if (isApp) Reflect.set(window, 'heldApp', go);
      else go();
    };
  });
}

async function letAppGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const go: unknown = Reflect.get(window, 'heldApp');
    if (typeof go === 'function') go();
  });
}
