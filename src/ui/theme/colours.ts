import { message, type Message } from '../../i18n/i18n.ts';
/** The three themes of the specification (board spec, 9): the primary colour and a scale of shades around it. */
export const THEME_COLOURS = ['teal', 'orange', 'raspberry'] as const;
export type ThemeColour = (typeof THEME_COLOURS)[number];

type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

interface Palette {
  readonly label: Message;
  /** Colour of the specification: accents, marks, opacity steps. */
  readonly primary: string;
  /** Lightest to darkest. White text on shade 8 reaches AA in every theme. */
  readonly shades: Shades;
  /** Index of the shade that fills buttons on dark surfaces. */
  readonly darkFill: 5 | 6 | 7 | 8;
  /** Opacity steps of this colour: on dark surfaces a bright primary needs a lower step than a dark one. */
  readonly steps: Steps;
}

interface Steps {
  /** Selected and active elements on light and dark surfaces. */
  readonly selected: { readonly light: OpacityStep; readonly dark: OpacityStep };
  /** Background of text in the accent colour: badges, chips, light buttons. */
  readonly soft: { readonly light: OpacityStep; readonly dark: OpacityStep };
  /** Left navigation, over black: organisation rail, background, hover, active. */
  readonly nav: Readonly<Record<'rail' | 'ground' | 'hover' | 'active', OpacityStep>>;
}

/** The opacity steps of the specification, in percent. */
export const OPACITY_STEPS = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5] as const;
type OpacityStep = (typeof OPACITY_STEPS)[number];

export const PALETTES: Readonly<Record<ThemeColour, Palette>> = {
  teal: {
    label: message('Teal'),
    primary: '#013d59',
    shades: [
      '#eaf4f9',
      '#d3e6ef',
      '#a8cde0',
      '#7ab4d2',
      '#4f99c0',
      '#2c82ae',
      '#146a94',
      '#075378',
      '#013d59',
      '#012a3e',
    ],
    darkFill: 6,
    steps: {
      selected: { light: 10, dark: 80 },
      soft: { light: 10, dark: 70 },
      nav: { rail: 50, ground: 70, hover: 90, active: 100 },
    },
  },
  orange: {
    label: message('Orange'),
    primary: '#F25C05',
    shades: [
      '#fff2e9',
      '#ffe2cf',
      '#fec49f',
      '#fda26a',
      '#fb813a',
      '#F25C05',
      '#d84f03',
      '#c94a03',
      '#b84404',
      '#6b2702',
    ],
    darkFill: 8,
    steps: {
      selected: { light: 10, dark: 30 },
      soft: { light: 5, dark: 20 },
      nav: { rail: 20, ground: 30, hover: 40, active: 50 },
    },
  },
  raspberry: {
    label: message('Raspberry'),
    primary: '#740938',
    shades: [
      '#fdedf4',
      '#f8d5e4',
      '#efa9c7',
      '#e37ba8',
      '#d6528c',
      '#bd2f6f',
      '#a51c5b',
      '#8d0f49',
      '#740938',
      '#4f0526',
    ],
    darkFill: 6,
    steps: {
      selected: { light: 10, dark: 70 },
      soft: { light: 10, dark: 60 },
      nav: { rail: 40, ground: 60, hover: 80, active: 100 },
    },
  },
};

/** Colour of the left navigation, `#rrggbb`: an opacity step of the primary over black. */
export function navTone(colour: ThemeColour, tone: keyof Steps['nav']): string {
  const { primary, steps } = PALETTES[colour];
  const parts = [1, 3, 5].map((at) => Number.parseInt(primary.slice(at, at + 2), 16));
  const shares = parts.map((part) => Math.round((part * steps.nav[tone]) / 100));
  return `#${shares.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
