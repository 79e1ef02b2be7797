import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { OPACITY_STEPS, PALETTES, THEME_COLOURS } from '../../../../src/ui/theme/colours.ts';
import { cairnTheme, cairnVariables } from '../../../../src/ui/theme/theme.ts';

/** Text colours by surface: every pair occurs in the product. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  '--cairn-text': ['--cairn-body', '--cairn-canvas', '--cairn-raised', '--cairn-waiting-soft'],
  '--cairn-muted': ['--cairn-body', '--cairn-canvas', '--cairn-raised'],
  '--cairn-accent': ['--cairn-body', '--cairn-canvas', '--cairn-raised', '--cairn-accent-soft'],
  '--cairn-danger': ['--cairn-body', '--cairn-canvas', '--cairn-raised'],
  '--cairn-waiting': ['--cairn-body', '--cairn-canvas', '--cairn-raised', '--cairn-waiting-soft'],
  '--cairn-accepted': ['--cairn-body', '--cairn-raised'],
};
/** Selected rows have a tint over a surface and carry the same text colours. */
const SELECTED: readonly string[] = ['--cairn-text', '--cairn-muted', '--cairn-danger'];
const UNDER_SELECTED: readonly string[] = ['--cairn-body', '--cairn-canvas', '--cairn-raised'];
const AA = 4.5;

const combinations = THEME_COLOURS.flatMap((colour) =>
  (['light', 'dark'] as const).map((scheme) => ({ colour, scheme })),
);

describe.each(combinations)('$colour, $scheme', ({ colour, scheme }) => {
  const resolved = cairnVariables(mergeMantineTheme(DEFAULT_THEME, cairnTheme(colour)));
  const values: Readonly<Record<string, string>> = { ...resolved.variables, ...resolved[scheme] };

  it('reaches AA for every text on every surface', () => {
    const low = Object.entries(PAIRS).flatMap(([text, surfaces]) =>
      surfaces
        .map((surface) => ({
          text,
          surface,
          ratio: contrast(rgb(values[text] ?? ''), rgb(values[surface] ?? '')),
        }))
        .filter(({ ratio }) => ratio < AA),
    );
    expect(low).toEqual([]);
  });

  it('reaches AA for text on selected rows, whose tint is one of the opacity steps of the primary', () => {
    const step = /^var\(--cairn-primary-(\d+)\)$/.exec(values['--cairn-selected'] ?? '')?.[1];
    expect(OPACITY_STEPS.map(String)).toContain(step);
    for (const text of SELECTED) {
      for (const surface of UNDER_SELECTED) {
        const under = hex(rgb(values[surface] ?? ''));
        const over = rgb(`color-mix(in srgb, ${PALETTES[colour].primary} ${step}%, ${under})`);
        expect(contrast(rgb(values[text] ?? ''), over), `${text} on ${surface}`).toBeGreaterThan(
          AA,
        );
      }
    }
  });

  it('offers the eleven opacity steps of the primary to the whole app', () => {
    expect(OPACITY_STEPS).toHaveLength(11);
    for (const step of OPACITY_STEPS) {
      expect(values[`--cairn-primary-${step}`]).toContain(PALETTES[colour].primary);
      expect(values[`--cairn-primary-${step}`]).toContain(`${step}%`);
    }
  });
});

type Rgb = readonly [number, number, number];

/** Hex colour, or a mix of two: `color-mix(in srgb, #a 16%, #b)`. */
function rgb(css: string): Rgb {
  const mix = /^color-mix\(in srgb, (#\w{6}) ([\d.]+)%, (#\w{6})\)$/i.exec(css);
  if (mix !== null) {
    const [, first = '', percent = '', second = ''] = mix;
    const share = Number(percent) / 100;
    const [a, b] = [rgb(first), rgb(second)];
    const at = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
    return [at(0), at(1), at(2)];
  }
  if (!/^#[0-9a-f]{6}$/i.test(css)) throw new Error(`not a colour this test reads: "${css}"`);
  const part = (at: number) => Number.parseInt(css.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hex(parts: Rgb): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2 contrast. */
function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
