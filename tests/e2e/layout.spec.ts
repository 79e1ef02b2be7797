/** Where things stand: nothing lies over anything else, and nothing moves for what others do. */
import type { Locator } from '@playwright/test';
import { fillSignIn, pill } from './support/app.ts';
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

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what.toString()} is not on the screen`);
  return box;
}
