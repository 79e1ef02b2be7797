import type { Page } from '@playwright/test';

/** Frames in a row with the same layout after which a resize is complete. */
const UNCHANGED_FRAMES = 6;

/**
 * Resizes the page and waits until its layout follows. The frame chooses parts by media queries in
 * JavaScript, so the first layout at the new width still has the parts of the previous one.
 */
export async function resizeTo(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  await page.evaluate(async (needed) => {
    const layout = () =>
      [...document.querySelectorAll('header, nav, main, h1, button, input, [role="dialog"]')]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].join(' ');
        })
        .join('\n');
    let last = '';
    for (let unchanged = 0; unchanged < needed;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = layout();
      unchanged = now === last ? unchanged + 1 : 0;
      last = now;
    }
  }, UNCHANGED_FRAMES);
}
