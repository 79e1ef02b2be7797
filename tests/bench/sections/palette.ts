import type { Page } from '@playwright/test';
import { onBoard, type Subject } from '../board-page.ts';
import { ms, percentile, type Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

const SAMPLES = 30;
const AIM = 50;

/**
 * Each name contains one word, each description the other: no row is excluded early. A shorter word
 * finds none.
 */
const EVERYWHERE = 'long co';

/** From the key until the palette shows its results, with all rows on the device. */
export function paletteSearch(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ page }) => {
    const ready = await untilAllIsRead(page);
    await followKeys(page);
    const one: number[] = [];
    const all: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      one.push(await lastKey(page, numberOf(subject.size, sample), 'title'));
      all.push(await lastKey(page, EVERYWHERE, 'excerpt'));
    }
    return rowsOf(subject.size, { ready, one, all });
  });
}

interface Figures {
  readonly ready: number;
  readonly one: readonly number[];
  readonly all: readonly number[];
}

function rowsOf(size: number, { ready, one, all }: Figures): readonly Row[] {
  const where = `${size.toLocaleString('en')} tasks`;
  const aim = `aim p95 <= ${String(AIM)} ms`;
  const row = (what: string, samples: readonly number[]): Row => ({
    what: `palette, key to painted results, ${what}, ${where}`,
    value: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(percentile(samples, 0.95))}`,
    against: aim,
    met: percentile(samples, 0.95) <= AIM,
  });
  return [
    {
      what: `palette, first time opened until everything is read, ${where}`,
      value: ms(ready),
      against: 'asked every 300 ms',
      met: undefined,
    },
    row('one fits', one),
    row('all fit', all),
  ];
}

/** A task that alone has its number, a different one each time. */
function numberOf(size: number, sample: number): string {
  const least = size / 5;
  return String(Math.floor(least + ((size - least) * (sample + 0.5)) / SAMPLES));
}

/** Milliseconds from opening the palette until it has read everything. */
async function untilAllIsRead(page: Page): Promise<number> {
  const start = performance.now();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('long');
  await page
    .getByRole('option', { name: /of the long way/ })
    .first()
    .waitFor();
  await page.getByText('Still reading what is on this device…').waitFor({ state: 'hidden' });
  return performance.now() - start;
}

/** Records in the page the browser's own time of the last key. */
async function followKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        document.documentElement.dataset['benchKey'] = String(timeStamp);
      },
      { capture: true },
    );
  });
}

/**
 * Types all but the last letter, waits until the screen is stable, then times the last letter until
 * the matches are painted.
 */
async function lastKey(page: Page, text: string, shownIn: 'title' | 'excerpt'): Promise<number> {
  const field = page.getByRole('combobox', { name: 'Search or go to' });
  await field.fill(text.slice(0, -1));
  await page.waitForTimeout(250);
  const painted = page.evaluate(
    ({ words, isTitle }) =>
      new Promise<number>((resolve, reject) => {
        const fits = () => {
          const options = [
            ...document.querySelectorAll('[role="group"][aria-label="Tasks"] > [role="option"]'),
          ];
          const texts = options.map((option) => option.textContent ?? '');
          const word = isTitle ? words : 'count them';
          return texts.length > 0 && texts.every((one) => one.includes(word));
        };
        const look = () => {
          if (!fits()) return;
          observer.disconnect();
          clearTimeout(end);
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => {
              resolve(performance.now() - Number(document.documentElement.dataset['benchKey']));
            });
            channel.port1.start();
            channel.port2.postMessage(undefined);
          });
        };
        const observer = new MutationObserver(look);
        const end = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`Nothing is shown for ${words}`));
        }, 5_000);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    { words: text, isTitle: shownIn === 'title' },
  );
  await page.keyboard.press(text.at(-1) ?? '');
  return painted;
}
