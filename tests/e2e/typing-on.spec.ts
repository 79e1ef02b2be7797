/** Typing faster than the device saves: Enter twice, and further text during a save. */
import type { Locator } from '@playwright/test';
import { expectPill } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('a comment sent twice exists once, and text typed meanwhile becomes the next one, also over a reload', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Survey');
  const box = panel.getByLabel('Write a comment');

  await test.step('with a large file', async () => {
    await panel
      .getByLabel('Attach a file')
      .first()
      .setInputFiles({
        name: 'survey.bin',
        mimeType: 'application/octet-stream',
        buffer: Buffer.alloc(20_000_000, 'cairn'),
      });
    const release = await deferWrites(page);
    await box.pressSequentially('Here is the survey');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('and the map');
    await expect(box).toHaveValue('and the map');
    await expect(panel.getByText('survey.bin')).toHaveCount(0);
    await release();
    await expect(panel.getByText('survey.bin')).toBeVisible();
    await expect(box).toHaveValue('and the map');
    await expect(said(panel)).toHaveText(['Here is the survey']);
  });

  await test.step('a panel that is closed meanwhile', async () => {
    const release = await deferWrites(page);
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Next');
    await page.getByRole('button', { name: 'Close task' }).click();
    await release();
    await openTask(page, 'Survey');
    await expect(said(panel)).toHaveText(['Here is the survey', 'and the map']);
    await expect(box).toHaveValue('Next');
  });

  await test.step('a page closed before the comment is saved restores it', async () => {
    await deferWrites(page);
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('and last');
    await expect(box).toHaveValue('and last');
    await page.reload();
    await expect(box).toHaveValue('Next\nand last');
    await expect(said(panel)).toHaveText(['Here is the survey', 'and the map']);
    await box.press('Control+Enter');
    await expect(box).toHaveValue('');
    await expect(said(panel)).toHaveCount(3);
  });
  await expectPill(page, 'Up to date');
});

/** Texts of the comments, in order. */
function said(panel: Locator): Locator {
  return panel.locator('[data-comment] p');
}
