import { CONTROL, onBoard, type Subject } from '../board-page.ts';
import { ms, percentile, type Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

const SAMPLES = 60;

/**
 * From the click at A until B's screen has changed: stored, authorised, sent, applied. Both in one
 * browser process.
 */
export function remoteChange(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, (a) =>
    onBoard(setup, subject, async (b) => {
      const took: number[] = [];
      let missed = 0;
      for (let index = 0; index < SAMPLES && missed < 3; index += 1) {
        const which = { control: CONTROL, index: index % 6 };
        const seen = b.page.evaluate(watch, which);
        await b.page.evaluate(() => undefined);
        const clicked = await a.page.evaluate(click, which);
        const at = await seen;
        if (at === undefined) missed += 1;
        else took.push(at - clicked);
        await a.page.waitForTimeout(120 + (index % 5) * 17);
      }
      const p50 = percentile(took, 0.5);
      const p95 = percentile(took, 0.95);
      return [
        {
          what: `change at A until seen at B, ${subject.size.toLocaleString('en')} tasks`,
          value: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
          against: `aim p50 <= 25 ms, p95 <= 80 ms${missed > 0 ? `; ${String(missed)} NOT SEEN` : ''}`,
          met: p50 <= 25 && p95 <= 80 && missed === 0,
        },
      ];
    }),
  );
}

interface Which {
  readonly control: string;
  readonly index: number;
}

function click({ control, index }: Which): number {
  const all = document.querySelectorAll<HTMLElement>(control);
  const now = performance.timeOrigin + performance.now();
  all[index]?.querySelector('input')?.click();
  return now;
}

/** Wall-clock milliseconds at which the tile's tick changed; undefined: not within five seconds. */
function watch({ control, index }: Which): Promise<number | undefined> {
  const state = () => document.querySelectorAll(control)[index]?.getAttribute('data-state');
  const before = state();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (state() === before) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    setTimeout(() => {
      observer.disconnect();
      resolve(undefined);
    }, 5_000);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
