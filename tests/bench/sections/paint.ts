import type { Page } from '@playwright/test';
import { CONTROL, onBoard, type Subject, UP_TO_DATE } from '../board-page.ts';
import { ms, percentile, type Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

const SAMPLES = 60;

export interface Paints {
  readonly shown: readonly number[];
  readonly painted: readonly number[];
  /** Clicks whose change was not on screen within two seconds. */
  readonly missed: number;
}

/**
 * From the click on a tile's completion control until the live query has changed it, and until the
 * change is painted.
 */
export function writeToPaint(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ page }) => {
    const paints = await samplePaints(page, { most: SAMPLES, onlyBefore: '' });
    return paintRows(`${subject.size.toLocaleString('en')} tasks`, paints);
  });
}

export function paintRows(where: string, { shown, painted, missed }: Paints): readonly Row[] {
  const p50 = percentile(painted, 0.5);
  const p95 = percentile(painted, 0.95);
  const count = `${String(painted.length)} clicks${missed > 0 ? `, ${String(missed)} NOT SHOWN` : ''}`;
  return [
    {
      what: `write to live query, ${where}`,
      value: `p50 ${ms(percentile(shown, 0.5))}, p95 ${ms(percentile(shown, 0.95))}`,
      against: count,
      met: undefined,
    },
    {
      what: `write to paint, ${where}`,
      value: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      against: 'aim p50 <= 30 ms, p95 <= 40 ms',
      met: p50 <= 30 && p95 <= 40 && missed === 0,
    },
  ];
}

/** Measures during a download, until the pill shows the complete state. */
export function samplePaintsDuringDownload(page: Page): Promise<Paints> {
  return samplePaints(page, { most: 200, onlyBefore: UP_TO_DATE });
}

interface Samples {
  readonly most: number;
  /** Ends when this element exists; empty: never. */
  readonly onlyBefore: string;
}

/** Ticks and unticks the first tiles, one after the other, with a person's pauses. */
export function samplePaints(page: Page, samples: Samples): Promise<Paints> {
  return page.evaluate(
    async ({ most, onlyBefore, control }) => {
      const shown: number[] = [];
      const painted: number[] = [];
      let missed = 0;
      const labelAt = (index: number) => {
        const all = document.querySelectorAll<HTMLElement>(control);
        return all[index % Math.min(all.length, 8)];
      };
      const changed = (index: number, before: string | null | undefined) =>
        new Promise<boolean>((resolve) => {
          const look = () => {
            if (labelAt(index)?.getAttribute('data-state') === before) return;
            observer.disconnect();
            clearTimeout(end);
            resolve(true);
          };
          const observer = new MutationObserver(look);
          const end = setTimeout(() => {
            observer.disconnect();
            resolve(false);
          }, 2_000);
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
          look();
        });
      const frame = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => resolve());
            channel.port1.start();
            channel.port2.postMessage(undefined);
          });
        });
      for (let index = 0; index < most && missed < 3; index += 1) {
        if (onlyBefore !== '' && document.querySelector(onlyBefore) !== null) break;
        const label = labelAt(index);
        const before = label?.getAttribute('data-state');
        const start = performance.now();
        label?.querySelector('input')?.click();
        if (await changed(index, before)) {
          shown.push(performance.now() - start);
          await frame();
          painted.push(performance.now() - start);
        } else {
          missed += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 90 + (index % 7) * 11));
      }
      return { shown, painted, missed };
    },
    { ...samples, control: CONTROL },
  );
}
