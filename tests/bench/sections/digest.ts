import { onBoard, type Subject } from '../board-page.ts';
import type { Setup } from '../setup.ts';
import { ms, percentile, type Row } from '../stats.ts';
import { samplePaints } from './paint.ts';

const SAMPLES = 60;
/** Until a page that was just opened is at rest, milliseconds. */
const SETTLED = 5_000;

/** Clicks on a board while the device compares all its rows with the server (PULL-9), and the same without. */
export function comparisonBesideWork(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ context, page }) => {
    const plain = await samplePaints(page, { most: SAMPLES, onlyBefore: '' });
    const other = await context.newPage();
    await other.goto(`${setup.url}/testingview`);
    const compare = other.getByRole('button', { name: 'Compare with the server' });
    await compare.waitFor();
    // The start of the second page costs more than the comparison.
    await other.waitForTimeout(SETTLED);
    const start = performance.now();
    await compare.click();
    await other.getByText(/^Identical to the server: /).waitFor({ timeout: 60_000 });
    const took = performance.now() - start;
    // A scope whose changes are not sent yet is left out, so that this one may end sooner.
    await compare.click();
    const during = await samplePaints(page, { most: SAMPLES, onlyBefore: '' });
    const where = `${subject.size.toLocaleString('en')} tasks`;
    const [slow, usual] = [percentile(during.painted, 0.95), percentile(plain.painted, 0.95)];
    return [
      {
        what: `comparison with the server, ${where}`,
        value: ms(took),
        against: 'until the screen says that they are identical',
        met: undefined,
      },
      {
        what: `write to paint beside it, ${where}`,
        value: `p50 ${ms(percentile(during.painted, 0.5))}, p95 ${ms(slow)}`,
        against: `without: p50 ${ms(percentile(plain.painted, 0.5))}, p95 ${ms(usual)}`,
        met: slow <= 1.1 * usual,
      },
    ];
  });
}
