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
    for (const route of routes) rows.push(await measure(page, setup.url, route));
    return rows;
  });
}

async function measure(page: Page, url: string, route: string): Promise<Row> {
  await page.goto(`${url}${route}`);
  await page.reload();
  await page.waitForTimeout(SETTLES);
  const { shift, tasks, frames } = await page.evaluate(() => globalThis.smoothness);
  return {
    what: `${route.replace(/[\w-]+(?=\?|$)/, (slug) => (slug.length > 20 ? '…' : slug))}, warm`,
    value: `CLS ${shift.toFixed(4)}`,
    against: `${String(tasks.length)} tasks over 50 ms (longest ${ms(Math.max(0, ...tasks))}), ${String(frames.length)} frames over 33 ms; aim CLS 0`,
    met: shift < 0.001,
  };
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
