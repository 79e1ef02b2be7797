/** Every screen without a serious finding of axe, in light and in dark, wide and narrow. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openOutbox, signIn, writeNote } from './support/app.ts';
import { openBoard, openTask, tile } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expect, test } from './support/story.ts';

const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, viewport } of SIZES) {
    test(`no serious finding on any screen, ${colorScheme} and ${name}`, async ({
      newDevice,
      organization,
    }) => {
      const { founder } = organization;
      const mia = await organization.addPerson('Mia Stone', 'Member');
      const project = await makeProject(founder, {
        cards: { 'To do': ['Rope', 'Pegs'], Done: [] },
        members: [mia.person],
      });
      await makeTask(founder, {
        project: project.id,
        card: project.cards['To do'] ?? '',
        name: 'Late',
        description: 'Should have been done',
        assignee: mia.person,
        end_date: '2025-01-31',
      });
      const { page } = await newDevice({ colorScheme, viewport, reducedMotion: 'reduce' });

      for (const path of ['/signup', '/organizationinvite/unknown', '/nowhere', '/']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await clean(page, path);
      }
      await signIn(page, founder.person);
      await clean(page, 'home');
      for (const path of ['/workspace/dashboard', '/organization-info', '/testingview']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await clean(page, path);
      }
      await page.goto('/notes-view');
      await writeNote(page, { title: 'Packing', text: 'Ladder', newTag: 'trip' });
      await clean(page, 'notes');
      await openBoard(page, project.path);
      await expect(tile(page, 'Late')).toBeVisible();
      await clean(page, 'board');
      await openTask(page, 'Late');
      await clean(page, 'task');
      await page.getByRole('button', { name: 'Edit task' }).click();
      await clean(page, 'task edit');
      await page.getByRole('button', { name: 'Stop editing' }).click();
      await page.getByRole('button', { name: 'Close task' }).click();
      await page.getByRole('button', { name: 'Add task to To do' }).click();
      await clean(page, 'add task');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Members' }).click();
      await clean(page, 'members');
      await page.keyboard.press('Escape');
      await openOutbox(page);
      await clean(page, 'outbox');
    });
  }
}

async function clean(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(serious, screen).toEqual([]);
}
