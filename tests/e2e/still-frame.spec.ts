/** After a reload nothing on a screen moves: the first frame is the page that was there. */
import type { Page } from '@playwright/test';
import { expectPill } from './support/app.ts';
import { signInToBoard, tile } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import { resizeTo } from './support/viewport.ts';

declare global {
  var layoutShifts: string[];
}

/** Fields of the browser's `LayoutShift` entries that are read here. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** A shift below this share of the screen is a change of a line's end, not a control that moves. */
const SEEN = 0.001;

test('no control of a screen moves after a reload, wide and narrow', async ({
  newDevice,
  organization: { founder },
}) => {
  const project = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs'], Done: [] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await expect(tile(page, 'Rope')).toBeVisible();
  await page.addInitScript(recordLayoutShifts, SEEN);
  await page.goto('/dashboard');
  const link = page.locator('a[href^="/user-info/"]').first();
  const member = (await link.getAttribute('href')) ?? '';
  const dashboard = project.path.replace('/workspace/', '/project-dashboard/');
  for (const width of [1440, 390]) {
    await resizeTo(page, { width, height: 844 });
    for (const [path, shown] of [
      [project.path, 'Rope'],
      [`${project.path}?view=list`, 'Rope'],
      [`${project.path}?view=calendar`, 'without due date'],
      [dashboard, 'Tasks by status'],
      ['/home-view', project.name],
      ['/mytasks', 'Rope'],
      ['/chat/users-list', 'Channels'],
      ['/notes-view', 'No notes available'],
      ['/organization/tasks-details', 'Rope'],
      ['/dashboard', 'Tasks by status'],
      ['/workspace/dashboard', project.name],
      ['/organization-info', founder.person.email],
      ['/profilepage', founder.person.email],
      ['/designation', 'Designation'],
      [member, founder.person.email],
      ['/testingview', 'Up to date'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('main'), path).toContainText(shown);
      expect(await shiftsAfterReload(page, shown), `${path} at ${width}`).toEqual([]);
    }
  }
});

async function shiftsAfterReload(page: Page, shown: string): Promise<readonly string[]> {
  await page.reload();
  await expect(page.getByRole('main')).toContainText(shown);
  await expectPill(page, 'Up to date');
  return page.evaluate(() => globalThis.layoutShifts);
}

function recordLayoutShifts(seen: number): void {
  globalThis.layoutShifts = [];
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return `${element?.tagName ?? ''} ${element?.className ?? ''} ${element?.textContent ?? ''}`;
  };
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'sources' in entry;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!isShift(entry) || entry.value < seen) continue;
      const moved = entry.sources.map(({ node }) => nameOf(node).slice(0, 80));
      globalThis.layoutShifts.push(`${entry.value.toFixed(4)} ${moved.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
