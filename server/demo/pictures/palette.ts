import type { DemoRandom } from '../random.ts';

/** Draws the inside of a picture. */
export type Scene = (random: DemoRandom) => string;

export const DAY = [
  [0, '#6fa3c8'],
  [0.6, '#b9d3df'],
  [1, '#e6ecea'],
] as const;

export const MORNING = [
  [0, '#5f7fa6'],
  [0.45, '#d9b7a4'],
  [0.75, '#f4d9b0'],
  [1, '#f8e8c8'],
] as const;

export const FAR: readonly (readonly [string, string])[] = [
  ['#8fa9bd', '#b9cad3'],
  ['#6f8f9f', '#9db5b8'],
  ['#56796f', '#86a08a'],
];

export const MOOR = ['#6d7a3d', '#838c4a', '#55632f', '#9a9a58', '#b0a566'];

export const PINES = ['#24402f', '#2d4d38', '#1d3528'];
