import type { Page } from '@playwright/test';
import { onBoard, type Subject } from '../board-page.ts';
import { ms, type Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

declare global {
  // What the page has observed since its navigation.
  var smoothness: Smoothness;
}

interface Smoothness {
  /** Sum of the layout shifts. */
  shift: number;
  /** Tasks over 50 ms, in milliseconds. */
  readonly tasks: number[];
  /** Time between frames over 33 ms, in milliseconds. */
  readonly frames: number[];
}

/** The time after the load in which a page may still move. */
const SETTLES = 1_500;
/** Loads of each route. */
const LOADS = 3;
/** A frame at 30 Hz. */
const SLOW_FRAME = 34;

/** Layout shift, long tasks and slow frames of the routes, each loaded over complete data. */
export function warmRoutes(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.addInitScript(observe, SLOW_FRAME);
    const board = `/workspace/${subject.board.slug}`;
    const routes = [
      board,
      `${board}?view=list`,
      `${board}?view=calendar`,
      board.replace('/workspace/', '/project-dashboard/'),
      '/home-view',
      '/mytasks',
      '/dashboard',
      '/workspace/dashboard',
      '/organization/tasks-details',
      '/organization-info',
      '/chat/users-list',
      '/notes-view',
      '/profilepage',
    ];
    const rows: Row[] = [];
    for (const route of routes) rows.push(...(await measure(page, setup.url, route)));
    return rows;
  });
}

/** The load with the median of the blocked time; the largest layout shift of all. */
async function measure(page: Page, url: string, route: string): Promise<readonly Row[]> {
  await page.goto(`${url}${route}`);
  const loads: Smoothness[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.reload();
    await page.waitForTimeout(SETTLES);
    loads.push(await page.evaluate(() => globalThis.smoothness));
  }
  const shift = Math.max(...loads.map((load) => load.shift));
  const middle = loads.toSorted((a, b) => blocked(a) - blocked(b))[Math.floor(LOADS / 2)];
  const { tasks = [], frames = [] } = middle ?? {};
  const name = route.replace(/[\w-]+(?=\?|$)/, (slug) => (slug.length > 20 ? '…' : slug));
  return [
    {
      what: `${name}, warm`,
      value: `CLS ${shift.toFixed(4)}`,
      against: `the largest of ${String(LOADS)} loads; aim 0`,
      met: shift < 0.001,
    },
    {
      what: `${name}, warm, tasks over 50 ms`,
      value: `${String(tasks.length)}, longest ${ms(Math.max(0, ...tasks))}`,
      against: `${ms(middle === undefined ? 0 : blocked(middle))} blocked`,
      met: undefined,
    },
    {
      what: `${name}, warm, frames over 33 ms`,
      value: `${String(frames.length)}, longest ${ms(Math.max(0, ...frames))}`,
      against: '',
      met: undefined,
    },
  ];
}

/** Milliseconds beyond 50 of each long task. */
function blocked({ tasks }: Smoothness): number {
  return tasks.reduce((sum, task) => sum + task - 50, 0);
}

function observe(slow: number): void {
  const smoothness: Smoothness = { shift: 0, tasks: [], frames: [] };
  globalThis.smoothness = smoothness;
  const valueOf = (entry: PerformanceEntry) => ('value' in entry ? Number(entry.value) : 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) smoothness.shift += valueOf(entry);
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) smoothness.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  let before: number | undefined;
  const frame = (now: number) => {
    if (before !== undefined && now - before > slow) smoothness.frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
