import { describe, expect, it } from 'vitest';
import { navTone, PALETTES, THEME_COLOURS } from '../../../../src/ui/theme/colours.ts';

/** WCAG 2 contrast of two hex colours. */
function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const AA = 4.5;
const DARK_BODY = '#16181b';

describe.each(THEME_COLOURS)('theme %s', (name) => {
  const { shades, primary, darkFill } = PALETTES[name];

  it('has the colour of the specification', () => {
    const named = { teal: '013d59', orange: 'F25C05', raspberry: '740938' };
    expect(primary).toBe(`#${named[name]}`);
    expect(shades).toContain(primary);
  });

  it('fills buttons that carry white text at AA in light and dark', () => {
    expect(contrast(shades[8], '#ffffff')).toBeGreaterThanOrEqual(AA);
    expect(contrast(shades[darkFill], '#ffffff')).toBeGreaterThanOrEqual(AA);
  });

  it('is readable as text: dark shade on white and on its own tint, light shade on the dark body', () => {
    expect(contrast(shades[8], '#ffffff')).toBeGreaterThanOrEqual(AA);
    expect(contrast(shades[8], shades[0])).toBeGreaterThanOrEqual(AA);
    expect(contrast(shades[3], DARK_BODY)).toBeGreaterThanOrEqual(AA);
  });

  it('carries white and pale text on the navigation, hovered and active items included', () => {
    for (const tone of ['rail', 'ground', 'hover', 'active'] as const) {
      expect(contrast(navTone(name, tone), '#ffffff')).toBeGreaterThanOrEqual(AA);
    }
    expect(contrast(navTone(name, 'ground'), '#bbbbbb')).toBeGreaterThanOrEqual(AA);
    expect(contrast(navTone(name, 'hover'), '#dddddd')).toBeGreaterThanOrEqual(AA);
  });

  it('distinguishes the active navigation item from the background', () => {
    expect(navTone(name, 'active')).not.toBe(navTone(name, 'ground'));
    expect(navTone(name, 'hover')).not.toBe(navTone(name, 'ground'));
  });
});
