/** The rules of axe on the screen as it is. */
import axe from 'axe-core';
import { expect } from 'vitest';
import { media } from './screen.ts';

/** Dark mode differs only in its colours, so only they are checked in it. */
export async function expectAccessible(screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await media({ colorScheme, reducedMotion: 'reduce' });
    await expect
      .poll(() => document.documentElement.dataset['mantineColorScheme'])
      .toBe(colorScheme);
    const { violations } = await axe.run(document, {
      ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
      // Of WCAG 2.2, which is off by default.
      rules: { 'target-size': { enabled: true } },
      // The page of the runner, not the app's, has the frame.
      iframes: false,
      resultTypes: ['violations'],
    });
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    expect(findings, `${screen}, ${colorScheme}`).toEqual([]);
  }
  await media({ colorScheme: 'light', reducedMotion: 'reduce' });
}
