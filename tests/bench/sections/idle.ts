import { onBoard, type Subject } from '../board-page.ts';
import type { Setup } from '../setup.ts';
import type { Row } from '../stats.ts';

/** Milliseconds after which the work that follows a start is done. */
const SETTLES = 30_000;
const TEN_MINUTES = 600_000;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds that the tab is watched; the section's time limit is longer. */
export function idleTime(): number {
  return Number(process.env['IDLE_MINUTES'] ?? '2') * 60_000;
}

/**
 * What a signed-in, visible tab does while nobody uses it: requests, messages of its sockets, timers, tasks of its
 * threads and their time, from Chromium's trace; for ten minutes, projected from `IDLE_MINUTES` (2).
 */
export function idleTab(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ page }) => {
    await page.waitForTimeout(SETTLES);
    await setup.browser.startTracing(page, {
      categories: ['devtools.timeline', 'toplevel', '__metadata'],
    });
    await page.waitForTimeout(idleTime());
    const trace = (await setup.browser.stopTracing()).toString('utf8');
    const events: readonly TraceEvent[] = JSON.parse(trace).traceEvents;
    return idleRows(events);
  });
}

function idleRows(all: readonly TraceEvent[]): readonly Row[] {
  const names = threadNames(all);
  const nameOf = ({ pid, tid }: TraceEvent) => names.get(`${String(pid)}:${String(tid)}`) ?? '';
  const isPage = (event: TraceEvent) => nameOf(event) === 'CrRendererMain';
  const isWorker = (event: TraceEvent) => nameOf(event) === 'DedicatedWorker thread';
  const own = all.filter((event) => isPage(event) || isWorker(event));
  const factor = TEN_MINUTES / idleTime();
  const count = (...kinds: readonly string[]) => {
    const found = own.filter(({ name }) => kinds.includes(name)).length;
    return `${String(Math.round(found * factor))} in ten minutes`;
  };
  const tasks = (of: (event: TraceEvent) => boolean) => {
    const found = own.filter(
      (event) => of(event) && event.name === 'ThreadControllerImpl::RunTask',
    );
    const busy = found.reduce((sum, { dur }) => sum + (dur ?? 0), 0) / 1_000;
    return `${String(Math.round(found.length * factor))} tasks, ${((busy * factor) / 1_000).toFixed(2)} s of its thread`;
  };
  const row = (what: string, value: string): Row => ({
    what: `idle tab: ${what}`,
    value,
    against: '',
    met: undefined,
  });
  return [
    row('requests', count('ResourceSendRequest')),
    row('messages of its sockets, received', count('WebSocketReceive')),
    row('timers of page and workers', count('TimerFire')),
    row('frames drawn', count('Commit')),
    row("its page, the browser's own tasks included", tasks(isPage)),
    row("its workers, the browser's own tasks included", tasks(isWorker)),
  ];
}

function threadNames(all: readonly TraceEvent[]): ReadonlyMap<string, string> {
  return new Map(
    all
      .filter(({ name, ph }) => ph === 'M' && name === 'thread_name')
      .map(({ pid, tid, args }) => [`${String(pid)}:${String(tid)}`, args?.name ?? '']),
  );
}
