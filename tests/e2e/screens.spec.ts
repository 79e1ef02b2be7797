/**
 * The built board without a finding of axe in each theme colour, and a task with its history,
 * which only the server has. The other screens are in tests/src/routes/screens.test.tsx.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fillSignIn } from './support/app.ts';
import { openTask, tile } from './support/board.ts';
import { makeProject, makeTask, type Organization, type Project } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import { resizeTo } from './support/viewport.ts';

test('the board has no finding in any theme colour, light or dark, nor has a task with its history', async ({
  newDevice,
  organization,
}) => {
  const project = await someBoard(organization);
  const { page } = await newDevice({ reducedMotion: 'reduce' });
  await page.goto(project.path);
  await fillSignIn(page, organization.founder.person);
  await expect(tile(page, 'Late')).toBeVisible();
  for (const colour of ['Orange', 'Raspberry']) {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: colour }).click();
    await clean(page, colour);
    await page.keyboard.press('Escape');
  }
  await openTask(page, 'Late');
  const stream = page.getByRole('region', { name: 'Activity' });
  await expect(stream.getByRole('listitem')).toHaveCount(1);
  await expect(stream).toContainText('created the task');
  for (const width of [1440, 390]) {
    await resizeTo(page, { width, height: 900 });
    await clean(page, `task with its history at ${width}`);
  }
});

async function someBoard({ founder, addPerson }: Organization): Promise<Project> {
  const mia = await addPerson('Mia Stone', 'Member');
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
  return project;
}

/** Dark mode differs only in its colours, so only they are checked. */
async function clean(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // The app has no frames. Otherwise each check would open a page of its own to combine the
    // results of all frames.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      colorScheme === 'dark'
        ? axe.withRules(['color-contrast'])
        : // Of WCAG 2.2, which is off by default.
          axe.options({ rules: { 'target-size': { enabled: true } } })
    ).analyze();
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
    expect(findings, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
