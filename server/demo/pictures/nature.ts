import type { DemoRandom } from '../random.ts';
import {
  band,
  between,
  ellipse,
  HEIGHT,
  hill,
  line,
  path,
  type Point,
  polygon,
  round,
  times,
  WIDTH,
} from './shapes.ts';

/** A spruce on its foot. */
export function spruce(random: DemoRandom, [x, y]: Point, height: number, colour: string): string {
  const tiers = 7;
  const half = height * 0.2;
  const points: Point[] = [[x, y - height]];
  const side = (sign: number) =>
    Array.from({ length: tiers }, (_, tier): readonly Point[] => {
      const down = (tier + 1) / tiers;
      const reach = half * (0.2 + 0.8 * down) * between(random, 0.8, 1.1);
      const at = y - height * (1 - down * 0.93);
      return [
        [x + sign * reach, at + between(random, -2, 3)],
        [x + sign * reach * 0.42, at - height * 0.018],
      ];
    }).flat();
  points.push(...side(1), ...side(-1).toReversed());
  return `${line([x, y], [x, y - height * 0.2], '#2b211b', Math.max(1, height * 0.035))}${polygon(points, colour)}`;
}

interface Stand {
  readonly from: Point;
  readonly to: Point;
  readonly count: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Spruces along a line, the farther ones first. */
export function spruces(random: DemoRandom, { from, to, count, height, colours }: Stand): string {
  const feet = Array.from({ length: count }, (): Point => {
    const along = between(random, 0, 1);
    return [
      from[0] + (to[0] - from[0]) * along,
      from[1] + (to[1] - from[1]) * along + between(random, -height * 0.1, height * 0.1),
    ];
  });
  return feet
    .toSorted((one, other) => one[1] - other[1])
    .map((foot) => {
      return spruce(random, foot, height * between(random, 0.6, 1.15), random.pick(colours));
    })
    .join('');
}

/** Layers of grass, from the farthest to the nearest. */
const LAYERS = 8;

/** Blades of grass between two heights, larger towards the lower edge. Blades of one layer and colour are one path. */
export function grass(
  random: DemoRandom,
  [top, bottom]: Point,
  colours: readonly string[],
  count = 900,
): string {
  return times(LAYERS, (layer) => {
    const share = Math.round((count * (2 * layer + 1)) / LAYERS ** 2);
    return colours
      .map((colour) => {
        const blades = times(Math.round(share / colours.length), () => {
          const depth = (layer + between(random, 0, 1)) / LAYERS;
          const size = 3 + depth * 19;
          const lean = between(random, -0.45, 0.45) * size;
          const [x, y] = [between(random, -10, WIDTH + 10), top + (bottom - top) * depth];
          return `M${round(x)} ${round(y)}q${round(lean * 0.3)} ${round(-size * 0.6)} ${round(lean)} ${round(-size)}`;
        });
        return `<path d="${blades}" stroke="${colour}" stroke-width="${round(0.9 + (layer / LAYERS) * 1.8)}" fill="none" stroke-linecap="round" opacity="0.8"/>`;
      })
      .join('');
  });
}

/** Tufts of heather in flower. */
export function heather(random: DemoRandom, [top, bottom]: Point, count = 260): string {
  const tufts = Array.from({ length: count }, () => {
    const depth = Math.sqrt(between(random, 0, 1));
    return { x: between(random, 0, WIDTH), y: top + (bottom - top) * depth, depth };
  });
  return tufts
    .toSorted((one, other) => one.y - other.y)
    .map(({ x, y, depth }) =>
      times(7, () => {
        const size = 2 + depth * 7;
        return ellipse(
          [x + between(random, -size * 2, size * 2), y - between(random, 0, size * 1.6)],
          [size * 0.8, size * 0.55],
          random.pick(['#8d4a86', '#a45d97', '#6f3a6d', '#b878a8']),
          0.75,
        );
      }),
    )
    .join('');
}

/** A stone with light from above. */
export function stone(
  random: DemoRandom,
  [x, y]: Point,
  [width, height]: Point,
  [light, dark]: readonly [string, string] = ['#b9b4a8', '#6d6a64'],
): string {
  const count = 11;
  const edge = Array.from({ length: count }, (_, index): Point => {
    const angle = (index / count) * Math.PI * 2;
    const reach = between(random, 0.86, 1.04);
    const flat = Math.abs(Math.sin(angle)) ** 0.8 * Math.sign(Math.sin(angle));
    return [x + (Math.cos(angle) * reach * width) / 2, y + (flat * reach * height) / 2];
  });
  return `${ellipse([x + width * 0.04, y + height * 0.46], [width * 0.54, height * 0.2], '#1f2420', 0.35)}${polygon(
    edge,
    [
      [0, light],
      [0.45, mixed(light)],
      [1, dark],
    ],
  )}`;
}

/** Thin bands that lie over the hills. */
export function mist(heights: readonly number[], colour: string, opacity: number): string {
  return heights
    .map((y) =>
      band(y - 60, y + 60, [
        [0, colour, 0],
        [0.5, colour, opacity],
        [1, colour, 0],
      ]),
    )
    .join('');
}

/** Short lines of light on water. */
export function ripples(
  random: DemoRandom,
  [top, bottom]: Point,
  colour: string,
  count = 120,
): string {
  return times(count, () => {
    const depth = between(random, 0, 1) ** 1.6;
    const x = between(random, -40, WIDTH);
    const y = top + (bottom - top) * depth;
    const length = 14 + depth * between(random, 30, 110);
    return `<line x1="${round(x)}" x2="${round(x + length)}" y1="${round(y)}" y2="${round(y)}" stroke="${colour}" stroke-width="${round(0.8 + depth * 2)}" stroke-linecap="round" opacity="${round(between(random, 0.1, 0.4))}"/>`;
  });
}

export function stars(random: DemoRandom, bottom: number, count = 190): string {
  return times(count, () =>
    ellipse(
      [between(random, 0, WIDTH), between(random, 0, bottom)],
      [between(random, 0.5, 1.7), between(random, 0.5, 1.7)],
      '#fff',
      between(random, 0.3, 0.95),
    ),
  );
}

export function snowfall(random: DemoRandom, count = 240): string {
  return times(count, () => {
    const size = between(random, 0.8, 3.4);
    return ellipse(
      [between(random, 0, WIDTH), between(random, 0, HEIGHT)],
      [size, size],
      '#fff',
      between(random, 0.25, 0.8),
    );
  });
}

/** Ranges one behind the other, from the farthest colour to the nearest. */
export function ranges(
  random: DemoRandom,
  [top, bottom]: Point,
  colours: readonly (readonly [string, string])[],
): string {
  return colours
    .map(([crest, foot], index) => {
      const share = colours.length === 1 ? 0 : index / (colours.length - 1);
      const y = top + (bottom - top) * share;
      return hill(
        {
          random,
          left: y + between(random, -50, 50),
          right: y + between(random, -50, 50),
          height: 190 - 90 * share,
          roughness: 0.62 - 0.3 * share,
        },
        [
          [0, crest],
          [0.55, foot],
          [1, foot],
        ],
      );
    })
    .join('');
}

interface Trail {
  /** From the lower edge to the far end. */
  readonly points: readonly Point[];
  /** Width at the lower edge and at the far end. */
  readonly width: Point;
  readonly colours: readonly [string, string];
}

/** A path that narrows with the distance, with a darker edge. */
export function trail({ points, width, colours }: Trail): string {
  const count = 60;
  const at = (share: number): Point => alongCurve(points, share);
  const side = (sign: number, extra: number) =>
    Array.from({ length: count + 1 }, (_, index): Point => {
      const share = index / count;
      const [x, y] = at(share);
      const half = (width[0] * (1 - share) ** 1.7 + width[1] * share + extra * (1 - share)) / 2;
      return [x + sign * half, y];
    });
  const shape = (extra: number) => [...side(-1, extra), ...side(1, extra).toReversed()];
  return `${polygon(shape(14), colours[1])}${polygon(shape(0), colours[0])}`;
}

/** A point of a smooth curve through all points (Catmull-Rom), at a share from 0 to 1 of it. */
export function alongCurve(points: readonly Point[], share: number): Point {
  const last = points.length - 1;
  const place = Math.min(share * last, last - 1e-6);
  const index = Math.floor(place);
  const t = place - index;
  const point = (at: number): Point => points[Math.max(0, Math.min(last, at))] ?? [0, 0];
  const [a, b, c, d] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
  const axis = (n: 0 | 1) =>
    0.5 *
    (2 * b[n] +
      (c[n] - a[n]) * t +
      (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t ** 2 +
      (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3);
  return [axis(0), axis(1)];
}

/** A burn that runs towards the viewer. */
export function burn(random: DemoRandom, points: readonly Point[], width: Point): string {
  const water = trail({ points, width, colours: ['#6f96a5', '#3f4a3a'] });
  const foam = times(70, () => {
    const share = between(random, 0, 1);
    const [x, y] = alongCurve(points, share);
    const half = (width[0] * (1 - share) ** 1.7 + width[1] * share) / 2;
    const size = (1 - share) ** 1.5;
    return path(
      `M${round(x + between(random, -0.75, 0.75) * half)} ${round(y)}q${round(6 + 20 * size)} ${round(-2 - 3 * size)} ${round(14 + 46 * size)} 0`,
      'none',
      `stroke="#e6f0f0" stroke-width="${round(0.8 + 2.6 * size)}" stroke-linecap="round" opacity="${round(between(random, 0.25, 0.75))}"`,
    );
  });
  return water + foam;
}

/** The colour of a stone's flank: the light one, a little darker. */
function mixed(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255];
  return `#${channels
    .map((one) =>
      Math.round(one * 0.86)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
