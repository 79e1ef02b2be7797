/** Every screen without a serious finding of axe: wide and narrow, light and dark, in each theme colour. */
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { controlled, fillSignIn, openOutbox, pill, writeNote } from './support/app.ts';
import { openBoard, openTask, tile } from './support/board.ts';
import { makeProject, makeTask, type Organization, type Project } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
] as const;

for (const { name, viewport } of SIZES) {
  test(`no screen has a serious finding in light and in dark, ${name}`, async ({
    newDevice,
    organization,
  }) => {
    test.slow();
    const project = await someBoard(organization);
    const { page } = await newDevice({ viewport, reducedMotion: 'reduce' });

    for (const path of [
      '/signup',
      '/organizationinvite/unknown',
      '/forgotpassword',
      '/nowhere',
      '/',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await clean(page, path);
    }
    await fillSignIn(page, organization.founder.person);
    await expect(pill(page)).toHaveAttribute('data-phase', 'up-to-date');
    await controlled(page);
    await clean(page, 'home');
    for (const [path, shown] of [
      ['/workspace/dashboard', heading(page, 'Project Details')],
      ['/organization-info', heading(page, 'User Management')],
      ['/organization/tasks-details', heading(page, 'Overall Task')],
      ['/testingview', heading(page, 'Diagnostics')],
      ['/mytasks', heading(page, 'My Tasks')],
      ['/profilepage', heading(page, 'Profile')],
      ['/dashboard', heading(page, 'Dashboard')],
      ['/designation', heading(page, 'Designations')],
      [
        '/organization-info?tab=activity',
        page.getByRole('tab', { name: 'Activity', selected: true }),
      ],
      [
        `/workspace/dashboard?panel=project-settings&project=${project.id}`,
        page.getByRole('dialog', { name: 'Project settings' }),
      ],
      ['/workspace/dashboard?panel=flags', page.getByRole('dialog', { name: 'Priorities' })],
      [`/project-dashboard/${project.slug}`, heading(page, 'Ridge trail')],
    ] as const) {
      await step(page, path, shown);
      await clean(page, path);
    }
    await step(page, '/notes-view', heading(page, 'Notes'));
    await writeNote(page, { title: 'Packing', text: 'Ladder', newTag: 'trip' });
    await clean(page, 'notes');
    await openBoard(page, project.path);
    await expect(tile(page, 'Late')).toBeVisible();
    await clean(page, 'board');
    await panelsOfBoard(page);
  });
}

test('the board has no serious finding in any theme colour, light or dark', async ({
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

async function panelsOfBoard(page: Page): Promise<void> {
  await openTask(page, 'Late');
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(1);
  await clean(page, 'task with its history');
  await page.getByRole('button', { name: 'Edit task' }).click();
  await expect(page.getByRole('dialog', { name: 'Update Task' })).toBeVisible();
  await clean(page, 'task edit');
  await page.getByRole('button', { name: 'Stop editing' }).click();
  await page.getByRole('button', { name: 'Close task' }).click();
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Task' })).toBeVisible();
  await clean(page, 'add task');
  await page.keyboard.press('Escape');
  await openMembers(page);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  await clean(page, 'members');
  await page.keyboard.press('Escape');
  await viewsOfBoard(page);
  await openOutbox(page);
  await clean(page, 'outbox');
}

async function viewsOfBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List view' }).click();
  await page.getByRole('checkbox', { name: 'Select Late' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible();
  await clean(page, 'list with a selection');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Calendar view' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await clean(page, 'calendar');
  await page.getByRole('button', { name: 'Board view' }).click();
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** Navigates to another screen without loading the app again, like a link. */
async function step(page: Page, path: string, shown: Locator): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await expect(shown, path).toBeVisible();
}

/** On a phone the control is in the menu of the board. */
async function openMembers(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Members', exact: true });
  if (await button.isVisible()) {
    await button.click();
    return;
  }
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
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
      colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe
    ).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(serious, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
