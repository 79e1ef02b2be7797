/** After a reload nothing on a screen moves: the first frame is the page that was there. */
import type { Page } from '@playwright/test';
import { choose, expectPill } from './support/app.ts';
import { openTask, signInToBoard, tile } from './support/board.ts';
import { addMember, makeProject, makeTask, type Project } from './support/organization.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
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
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs'], Done: [] } });
  await waitingTask(founder, project, ben);
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await expect(tile(page, 'Rope')).toBeVisible();
  const [label = '', subtask = ''] = await subtaskPages(founder, project);
  const task = await taskAddress(page, 'Rope');
  const [direct, channel] = await conversations(page);
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
      [task, 'Rope'],
      [label, 'Drainage'],
      [subtask, 'Cut to length'],
      [dashboard, 'Tasks by status'],
      ['/home-view', 'Waiting for your acceptance'],
      ['/mytasks', 'Rope'],
      ['/chat/users-list', 'Channels'],
      [direct, 'See you at the ford'],
      [channel, 'Meet at nine'],
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

/** A task that Ben has done: Home lists it among what waits for acceptance, from all tasks of the organisation. */
async function waitingTask(founder: RestPeer, project: Project, ben: RestPeer): Promise<void> {
  await addMember(founder, project.id, ben.person);
  const card = project.cards['To do'] ?? '';
  const input = { project: project.id, card, name: 'Stile', assignee: ben.person };
  const task = await makeTask(founder, input);
  await expectOk(ben.patch(`task/update-destroy/${task}/`, { is_completed_employee: true }));
}

/** Address of the page of a new label, and of a new subtask of the task. */
async function subtaskPages(founder: RestPeer, project: Project): Promise<readonly string[]> {
  const label = await expectOk(
    founder.post('task-label/create/', { project: project.id, name: 'Drainage' }),
  );
  const subtask = await expectOk(
    founder.post('sub-task/create/', {
      task: project.tasks['Rope'],
      is_completed: false,
      order: 0,
      name: 'Cut to length',
    }),
  );
  return [label, subtask].map(
    ({ body }) => `/sub-task/all/${project.slug}/${project.id}/page/${String(body.data.id)}`,
  );
}

/** Address of the board with the task open beside it. */
async function taskAddress(page: Page, name: string): Promise<string> {
  await openTask(page, name);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Addresses of a direct conversation and of a channel, each with a message. */
async function conversations(page: Page): Promise<readonly [string, string]> {
  await page.goto('/chat/users-list');
  await page.getByRole('link', { name: /Ben Moor/ }).click();
  await send(page, 'See you at the ford');
  const direct = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Create New Group' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Group' });
  await panel.getByLabel('Group Name').fill('North ridge');
  await choose(panel, 'Members', 'Ben Moor');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Create Group' }).click();
  await expect(page).toHaveURL(/\/chat\/group\/\d+$/);
  await send(page, 'Meet at nine');
  return [direct, new URL(page.url()).pathname];
}

async function send(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByRole('main')).toContainText(text);
  await expectPill(page, 'Up to date');
}

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
