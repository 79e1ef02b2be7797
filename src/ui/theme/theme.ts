import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import { useListProps } from '../hooks/use-list-props.ts';
import { navTone, OPACITY_STEPS, PALETTES, type ThemeColour } from './colours.ts';

/**
 * Every font size of the app; style sheets write `var(--mantine-font-size-sm)`. Body md, tiles and tables sm, meta xs,
 * headings lg and xl (look.md); the smaller ones are for badges, the larger ones for figures and titles of whole pages.
 */
const FONT_SIZES = {
  '4xs': '9px',
  '3xs': '10px',
  '2xs': '11px',
  xs: '12px',
  sm: '13px',
  md: '14px',
  ml: '15px',
  lg: '16px',
  xl: '20px',
  '2xl': '24px',
  '3xl': '28px',
  '4xl': '40px',
} as const;

/** Mantine's theme for one of the three colours; all measures come from here (look.md). */
export function cairnTheme(colour: ThemeColour): MantineThemeOverride {
  const palette = PALETTES[colour];
  return createTheme({
    primaryColor: 'brand',
    colors: { brand: [...palette.shades], dark: DARK },
    primaryShade: { light: 8, dark: palette.darkFill },
    autoContrast: true,
    fontFamily:
      "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
    fontSizes: FONT_SIZES,
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.3' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'md',
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '1.3' },
        h2: { fontSize: '16px', lineHeight: '1.4' },
        h3: { fontSize: '14px', lineHeight: '1.45' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: COMPONENTS,
    other: { colour },
  });
}

/** Colours by theme and scheme, all six combinations in one place. */
export const cairnVariables: CSSVariablesResolver = (theme) => {
  const colour = isColour(theme.other['colour']) ? theme.other['colour'] : 'teal';
  const palette = PALETTES[colour];
  const tint = palette.shades[5];
  const { selected, soft } = palette.steps;
  return {
    variables: {
      '--cairn-primary': palette.primary,
      '--cairn-nav-bg': navTone(colour, 'ground'),
      '--cairn-nav-rail': navTone(colour, 'rail'),
      '--cairn-nav-hover': navTone(colour, 'hover'),
      '--cairn-nav-active': navTone(colour, 'active'),
      ...Object.fromEntries(
        OPACITY_STEPS.map((step) => [
          `--cairn-primary-${step}`,
          `color-mix(in srgb, ${palette.primary} ${step}%, transparent)`,
        ]),
      ),
    },
    light: {
      ...surfaces({
        tint,
        body: '#ffffff',
        canvas: '#f6f7f8',
        raised: '#ffffff',
        text: '#1c2024',
        muted: '#586069',
        faint: '#8a929a',
      }),
      '--cairn-accent': palette.shades[8],
      '--cairn-accent-soft': `color-mix(in srgb, ${palette.primary} ${soft.light}%, #ffffff)`,
      '--cairn-selected': `var(--cairn-primary-${selected.light})`,
      ...STATUS_COLOURS.light,
      '--cairn-danger': '#b82424',
      '--cairn-waiting': '#8f5b00',
      '--cairn-waiting-soft': '#fff6e0',
      '--cairn-accepted': '#1e7b34',
    },
    dark: {
      ...surfaces({
        tint,
        body: '#16181b',
        canvas: '#101214',
        raised: '#1d2024',
        text: '#e6e9ec',
        muted: '#a6aeb6',
        faint: '#737c85',
      }),
      '--cairn-accent': palette.shades[3],
      '--cairn-accent-soft': `color-mix(in srgb, ${palette.primary} ${soft.dark}%, #16181b)`,
      '--cairn-selected': `var(--cairn-primary-${selected.dark})`,
      ...STATUS_COLOURS.dark,
      '--cairn-danger': '#ff8787',
      '--cairn-waiting': '#f5c04e',
      '--cairn-waiting-soft': '#2e2512',
      '--cairn-accepted': '#69c47f',
    },
  };
};

/** Orange, yellow, green (sessions spec, 4), for every list, figure and chart that shows a status. */
const STATUS_COLOURS = {
  light: {
    '--cairn-status-overdue': '#e8590c',
    '--cairn-status-wip': '#e6a700',
    '--cairn-status-completed': '#2b9a4a',
  },
  dark: {
    '--cairn-status-overdue': '#ff8a3d',
    '--cairn-status-wip': '#f5c04e',
    '--cairn-status-completed': '#69c47f',
  },
} as const;

interface Surfaces {
  readonly tint: string;
  readonly body: string;
  readonly canvas: string;
  readonly raised: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
}

/** Neutral greys with a slight tint of the primary, under Cairn's names and Mantine's. */
function surfaces(input: Surfaces): Record<`--${string}`, string> {
  const tinted = (base: string, amount: number) =>
    `color-mix(in srgb, ${input.tint} ${amount}%, ${base})`;
  return {
    '--cairn-body': tinted(input.body, 1),
    '--cairn-canvas': tinted(input.canvas, 2.5),
    '--cairn-raised': tinted(input.raised, 1),
    '--cairn-hover': `color-mix(in srgb, ${input.text} 5%, transparent)`,
    '--cairn-border': `color-mix(in srgb, ${input.text} 11%, transparent)`,
    '--cairn-text': input.text,
    '--cairn-muted': input.muted,
    '--cairn-faint': input.faint,
    '--mantine-color-body': 'var(--cairn-body)',
    '--mantine-color-text': 'var(--cairn-text)',
    '--mantine-color-dimmed': 'var(--cairn-muted)',
    '--mantine-color-placeholder': 'var(--cairn-muted)',
    '--mantine-color-anchor': 'var(--cairn-accent)',
    '--mantine-color-default': 'var(--cairn-raised)',
    '--mantine-color-default-hover': tinted(input.canvas, 4),
    '--mantine-color-default-color': 'var(--cairn-text)',
    '--mantine-color-default-border': `color-mix(in srgb, ${input.text} 18%, transparent)`,
    '--mantine-color-error': 'var(--cairn-danger)',
    '--mantine-color-red-light-color': 'var(--cairn-danger)',
    '--mantine-color-brand-light': 'var(--cairn-accent-soft)',
    '--mantine-color-brand-light-color': 'var(--cairn-accent)',
    '--mantine-color-brand-outline': 'var(--cairn-accent)',
    '--mantine-primary-color-light-color': 'var(--cairn-accent)',
  };
}

function isColour(value: unknown): value is ThemeColour {
  return typeof value === 'string' && value in PALETTES;
}

/** Greys of the dark scheme, slightly cooler than Mantine's; 7 is the body, 6 the inputs. */
const DARK = [
  '#d5d9dd',
  '#b4bac0',
  '#9aa1a8',
  '#6b7279',
  '#43494f',
  '#31363b',
  '#1f2327',
  '#1a1d20',
  '#16181b',
  '#101214',
] as const;

const COMPONENTS: MantineThemeOverride['components'] = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', radius: 'sm' } },
  Menu: {
    defaultProps: {
      shadow: 'md',
      transitionProps: { duration: 120 },
      // The placeholder is a focusable child that a menu must not have; the first item takes the focus.
      withInitialFocusPlaceholder: false,
    },
  },
  // Menus and lists render inside a landmark of the page (index.html).
  Portal: { defaultProps: { target: '#overlays' } },
  Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
  Modal: { defaultProps: { centered: true, transitionProps: { duration: 150 } } },
  Select: { defaultProps: useListProps },
  MultiSelect: { defaultProps: useListProps },
};
