import { onBoard, type Subject } from '../board-page.ts';
import { followPageMemory } from '../process-memory.ts';
import type { Setup } from '../setup.ts';
import { mb, type Row } from '../stats.ts';
import { heapsOf } from '../worker-targets.ts';

/** Milliseconds after which the work that follows a start is done. */
const SETTLES = 20_000;

/**
 * Memory of a board: script heaps of the page and of its workers after a garbage collection, elements of the document,
 * and the memory of the page's process, which contains all of them and the browser's own.
 */
export async function memoryOfBoard(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const pageMemory = await followPageMemory(setup.browser);
  return onBoard(setup, subject, async ({ page }) => {
    await page.waitForTimeout(SETTLES);
    const where = `${subject.size.toLocaleString('en')} tasks`;
    const session = await page.context().newCDPSession(page);
    const heaps = await heapsOf(page, session);
    const counters = await session.send('Memory.getDOMCounters');
    return [
      ...heaps.map(({ name, bytes }) => ({
        what: `script heap of ${name}, a board, ${where}`,
        value: mb(bytes),
        against: '',
        met: undefined,
      })),
      {
        what: `memory of the page's process, a board, ${where}`,
        value: mb(await pageMemory()),
        against: `${String(counters.nodes)} nodes, ${String(counters.jsEventListeners)} listeners`,
        met: undefined,
      },
    ];
  });
}
