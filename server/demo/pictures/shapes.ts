import type { DemoRandom } from '../random.ts';

/** Size of each picture in pixels. */
export const WIDTH = 1280;
export const HEIGHT = 800;

export type Point = readonly [x: number, y: number];

/** A colour at a position from 0 to 1; with an opacity where it is not 1. */
export type Stop = readonly [position: number, colour: string, opacity?: number];

/** A rectangle over the full width with a vertical gradient: skies, water, mist, light. */
export function band(top: number, bottom: number, stops: readonly Stop[]): string {
  return filled(stops, (fill) => {
    return `<rect x="0" y="${top}" width="${WIDTH}" height="${bottom - top}" fill="${fill}"/>`;
  });
}

/** A soft round light: the sun, its glow, a lit window's reach. */
export function glow([x, y]: Point, radius: number, colour: string, opacity = 1): string {
  const id = `r${keyOf(`${x} ${y} ${radius} ${colour} ${opacity}`)}`;
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="0.35" stop-color="${colour}" stop-opacity="${opacity * 0.45}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

/** A polygon with one colour or a vertical gradient. */
export function polygon(points: readonly Point[], fill: string | readonly Stop[]): string {
  const shape = (colour: string) => `<polygon points="${listed(points)}" fill="${colour}"/>`;
  return typeof fill === 'string' ? shape(fill) : filled(fill, shape);
}

/** A closed or open curve written as path data. */
export function path(data: string, fill: string | readonly Stop[], rest = ''): string {
  const shape = (colour: string) => `<path d="${data}" fill="${colour}" ${rest}/>`;
  return typeof fill === 'string' ? shape(fill) : filled(fill, shape);
}

export function line(from: Point, to: Point, colour: string, width: number): string {
  return `<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
}

export function ellipse([x, y]: Point, [rx, ry]: Point, fill: string, opacity = 1): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" opacity="${opacity}"/>`;
}

export interface Outline {
  readonly random: DemoRandom;
  /** Height of both ends, in pixels from the top. */
  readonly left: number;
  readonly right: number;
  /** Greatest distance from the straight line, in pixels. */
  readonly height: number;
  /** From 0 (a dune) to 1 (a scree). */
  readonly roughness: number;
}

/** The points of a skyline from the left edge to the right one, by midpoint displacement. */
export function skyline({ random, left, right, height, roughness }: Outline): readonly Point[] {
  let heights: readonly number[] = [left, right];
  let reach = height;
  while (heights.length < 257) {
    const spread = reach;
    heights = heights.flatMap((here, index) => {
      const next = heights[index + 1];
      if (next === undefined) return [here];
      return [here, (here + next) / 2 + (between(random, -1, 1) - 0.25) * spread];
    });
    reach *= 0.34 + 0.3 * roughness;
  }
  const last = heights.length - 1;
  return heights.map((y, index) => [(index / last) * WIDTH, y]);
}

/** A hill below a skyline, down to the lower edge. */
export function hill(outline: Outline, fill: string | readonly Stop[]): string {
  return polygon([...skyline(outline), [WIDTH, HEIGHT], [0, HEIGHT]], fill);
}

export function between(random: DemoRandom, low: number, high: number): number {
  return low + (random.below(10_000) / 10_000) * (high - low);
}

export function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function listed(points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function filled(stops: readonly Stop[], shape: (fill: string) => string): string {
  const text = stops
    .map(([at, colour, opacity = 1]) => {
      return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
    })
    .join('');
  const id = `g${keyOf(text)}`;
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${text}</linearGradient>${shape(`url(#${id})`)}`;
}

/** A short name for a definition: equal ones may share it. */
function keyOf(text: string): string {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
