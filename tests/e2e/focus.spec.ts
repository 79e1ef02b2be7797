/** The focus: it is where one has just gone, and back where one was when that is closed. */
import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/app.ts';
import { openBoard } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/story.ts';

const START = { 'To do': ['Rope', 'Pegs'] };

test('the palette and the sheet of shortcuts give the focus back to the tile they were called from', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page } = await newDevice();
  await signIn(page, founder.person);
  await openBoard(page, project.path);
  const rope = button(page, 'Rope');

  await rope.focus();
  for (const [keys, name] of [
    ['Control+K', 'Search or go to'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rope, name).toBeFocused();
  }
  await page.keyboard.press('j');
  await expect(button(page, 'Pegs')).toBeFocused();
});

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}
