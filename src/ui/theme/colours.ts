/** The three themes of the specification (board spec, 9): the primary, and a ladder of shades around it. */
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
  readonly label: string;
  /** The specification's own colour: accents, marks, the opacity steps. */
  readonly primary: string;
  /** Lightest to darkest. Shade 8 carries white text at AA in every theme. */
  readonly shades: Shades;
  /** Index of the shade that fills buttons on dark surfaces. */
  readonly darkFill: 5 | 6 | 7 | 8;
  /** Background of the left navigation: the primary's darkest tone. */
  readonly nav: string;
}

export const PALETTES: Readonly<Record<ThemeColour, Palette>> = {
  teal: {
    label: 'Teal',
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
    nav: '#012a3e',
  },
  orange: {
    label: 'Orange',
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
    nav: '#431a04',
  },
  raspberry: {
    label: 'Raspberry',
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
    nav: '#430420',
  },
};

/** The opacity steps of the specification, in percent. */
export const OPACITY_STEPS = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5] as const;
