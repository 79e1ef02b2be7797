import type { DemoRandom } from '../random.ts';
import { stone } from './nature.ts';
import {
  between,
  ellipse,
  glow,
  line,
  path,
  type Point,
  polygon,
  round,
  type Stop,
  times,
} from './shapes.ts';

const LARCH: readonly string[] = ['#9a7350', '#8a6545', '#a8825c', '#7d5a3d'];

interface HutLook {
  readonly roof: readonly Stop[];
  readonly masonry: readonly Stop[];
  readonly windows: string;
  /** Snow on the roof. */
  readonly isSnowy?: boolean;
  /** Windows that shine. */
  readonly isLit?: boolean;
}

/** A stone hut with its gable to the right; `size` is the width of its front. */
export function hut([x, y]: Point, size: number, look: HutLook): string {
  const eaves = size * 0.4;
  const roof = size * 0.3;
  const gable = size * 0.34;
  const ridge = y - eaves - roof;
  const front: Point[] = [
    [x, y],
    [x, y - eaves],
    [x + size, y - eaves],
    [x + size, y],
  ];
  const end: Point[] = [
    [x + size, y],
    [x + size, y - eaves],
    [x + size + gable * 0.55, ridge + roof * 0.08],
    [x + size + gable, y - eaves * 0.96],
    [x + size + gable, y - eaves * 0.06],
  ];
  const slope: Point[] = [
    [x - size * 0.04, y - eaves * 0.97],
    [x + size * 0.1, ridge],
    [x + size + gable * 0.56, ridge],
    [x + size + size * 0.03, y - eaves * 0.95],
  ];
  const pane = (at: number) => {
    const [w, h] = [size * 0.13, eaves * 0.42];
    const left = x + size * at;
    const top = y - eaves * 0.78;
    const bars = `${line([left + w / 2, top], [left + w / 2, top + h], '#3a2e24', size * 0.008)}${line([left, top + h / 2], [left + w, top + h / 2], '#3a2e24', size * 0.008)}`;
    const shine =
      look.isLit === true ? glow([left + w / 2, top + h / 2], size * 0.34, '#ffca6b', 0.55) : '';
    return `${shine}<rect x="${round(left - size * 0.012)}" y="${round(top - size * 0.012)}" width="${round(w + size * 0.024)}" height="${round(h + size * 0.024)}" fill="#54402f"/><rect x="${round(left)}" y="${round(top)}" width="${round(w)}" height="${round(h)}" fill="${look.windows}"/>${bars}`;
  };
  const door = `<rect x="${round(x + size * 0.44)}" y="${round(y - eaves * 0.82)}" width="${round(size * 0.14)}" height="${round(eaves * 0.82)}" fill="#7a2f22"/><circle cx="${round(x + size * 0.56)}" cy="${round(y - eaves * 0.4)}" r="${round(size * 0.008)}" fill="#e3c27a"/>`;
  const snow = `<rect x="${round(x + size * 0.82)}" y="${round(ridge - roof * 0.5)}" width="${round(size * 0.1)}" height="${round(roof * 0.14)}" fill="#f4f7fa"/>`;
  return [
    ellipse([x + size * 0.66, y + size * 0.015], [size * 0.78, size * 0.05], '#10160f', 0.3),
    `<rect x="${round(x + size * 0.83)}" y="${round(ridge - roof * 0.42)}" width="${round(size * 0.08)}" height="${round(roof * 0.6)}" fill="#5d5650"/>`,
    look.isSnowy === true ? snow : '',
    polygon(end, look.masonry),
    polygon(end, '#0000002e'),
    polygon(front, look.masonry),
    courses([x, y - eaves], [size, eaves]),
    pane(0.14),
    pane(0.74),
    door,
    polygon(slope, look.roof),
    look.isSnowy === true ? '' : slates(slope, size),
  ].join('');
}

/** Joints of a stone wall. */
function courses([x, y]: Point, [width, height]: Point): string {
  return times(5, (row) => {
    const at = y + ((row + 1) / 6) * height;
    const joints = times(11, (index) => {
      const left = x + ((index + (row % 2) * 0.5) / 11) * width;
      return left > x ? line([left, at], [left, at - height / 6], '#00000022', 1.5) : '';
    });
    return line([x, at], [x + width, at], '#00000026', 1.5) + joints;
  });
}

function slates(slope: readonly Point[], size: number): string {
  const [a, b, c, d] = slope;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return '';
  return times(6, (row) => {
    const t = (row + 1) / 7;
    const from: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const to: Point = [d[0] + (c[0] - d[0]) * t, d[1] + (c[1] - d[1]) * t];
    return line(from, to, '#00000030', size * 0.006);
  });
}

/** A plank bridge seen from the side, between two piers of stone. */
export function footbridge(
  random: DemoRandom,
  [left, right]: readonly [Point, Point],
  size: number,
): string {
  const at = (share: number, lift = 0): Point => [
    left[0] + (right[0] - left[0]) * share,
    left[1] + (right[1] - left[1]) * share - Math.sin(share * Math.PI) * size * 0.5 - lift,
  ];
  const count = 26;
  const posts = times(9, (index) => {
    const share = (index + 0.5) / 9;
    return line(at(share), at(share, size * 1.5), '#5d4632', size * 0.13);
  });
  const rail = (lift: number, width: number) =>
    times(count, (index) =>
      line(at(index / count, lift), at((index + 1) / count, lift), '#7d5f43', width),
    );
  const deck = times(count, (index) => {
    const from = at(index / count);
    const to = at((index + 0.9) / count);
    return `<polygon points="${[from, to, [to[0], to[1] + size * 0.3], [from[0], from[1] + size * 0.3]].map((point) => point.join(',')).join(' ')}" fill="${random.pick(LARCH)}"/>`;
  });
  const beam = times(count, (index) =>
    line(
      at(index / count, -size * 0.42),
      at((index + 1) / count, -size * 0.42),
      '#4a3828',
      size * 0.26,
    ),
  );
  const pier = ([x, y]: Point) =>
    times(4, (row) =>
      times(3, (index) =>
        stone(
          random,
          [x + (index - 1) * size * 0.8, y + size * (0.45 + row * 0.62)],
          [size * between(random, 0.85, 1.1), size * 0.72],
        ),
      ),
    );
  return (
    pier(left) +
    pier(right) +
    beam +
    deck +
    posts +
    rail(size * 1.5, size * 0.15) +
    rail(size * 0.8, size * 0.09)
  );
}

/** A cairn on its foot: flat stones, wide below. */
export function cairn(random: DemoRandom, [x, y]: Point, height: number): string {
  const rows = 8;
  return times(rows, (row) => {
    const share = row / rows;
    const width = height * (0.95 - share * 0.72);
    const at = y - height * (share + 0.06);
    const count = Math.max(1, Math.round(4.4 - share * 4.2));
    return times(count, (index) =>
      stone(
        random,
        [x + ((index + 0.5) / count - 0.5) * width + between(random, -4, 4), at],
        [
          (width / count) * between(random, 1.04, 1.22),
          (height / rows) * between(random, 1.1, 1.35),
        ],
        random.pick([
          ['#b3aea4', '#66635e'],
          ['#a29d93', '#5c5954'],
          ['#c0bab0', '#77726a'],
        ] as const),
      ),
    );
  });
}

/** A finger post with two arms. */
export function fingerPost([x, y]: Point, height: number): string {
  const arm = (top: number, sign: 1 | -1, length: number) => {
    const thick = height * 0.085;
    const end = x + sign * length;
    const shape: Point[] = [
      [x - sign * height * 0.05, top],
      [end, top],
      [end + sign * thick * 0.7, top + thick / 2],
      [end, top + thick],
      [x - sign * height * 0.05, top + thick],
    ];
    const lettering = times(3, (index) => {
      const from = x + sign * (height * 0.07 + index * length * 0.29);
      return line(
        [from, top + thick * 0.52],
        [from + sign * length * 0.2, top + thick * 0.52],
        '#f3e7cf',
        thick * 0.22,
      );
    });
    return (
      polygon(shape, [
        [0, '#a27d57'],
        [1, '#7f5d3e'],
      ]) + lettering
    );
  };
  return [
    ellipse([x + height * 0.03, y], [height * 0.13, height * 0.025], '#101410', 0.4),
    polygon(
      [
        [x - height * 0.032, y],
        [x - height * 0.03, y - height],
        [x, y - height * 1.03],
        [x + height * 0.03, y - height],
        [x + height * 0.032, y],
      ],
      [
        [0, '#8d6c4c'],
        [1, '#5a432f'],
      ],
    ),
    arm(y - height * 0.94, 1, height * 0.42),
    arm(y - height * 0.8, -1, height * 0.36),
  ].join('');
}

/** A post-and-wire fence along a line, with a ladder stile in its middle. */
export function stile(from: Point, to: Point, height: number): string {
  const at = (share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ];
  const wires = times(5, (index) => {
    const lift = height * (0.24 + index * 0.17);
    return line([from[0], from[1] - lift], [to[0], to[1] - lift], '#4b4f4c', 1.8);
  });
  const posts = times(9, (index) => {
    const [x, y] = at(index / 8);
    return line([x, y], [x, y - height], '#6d5540', 9);
  });
  const [x, y] = at(0.5);
  const side = (offset: number) =>
    line(
      [x - height * 0.62 + offset, y + height * 0.16],
      [x + offset, y - height * 1.16],
      '#8a6848',
      13,
    ) +
    line(
      [x + height * 0.62 + offset, y + height * 0.1],
      [x + offset, y - height * 1.16],
      '#74553a',
      13,
    );
  const rungs = times(5, (index) => {
    const t = (index + 0.7) / 5.4;
    const left: Point = [x - height * 0.62 * (1 - t), y + height * 0.16 - height * 1.32 * t];
    const right: Point = [x + height * 0.62 * (1 - t), y + height * 0.1 - height * 1.26 * t];
    const step = ([sx, sy]: Point, colour: string) =>
      line([sx - 6, sy], [sx + height * 0.44, sy - 5], colour, 10);
    return step(right, '#7d5c3f') + step(left, '#a27d58');
  });
  return wires + posts + side(0) + side(height * 0.4) + rungs;
}

/** Split logs, the cut ends towards the viewer. */
export function logs(random: DemoRandom, [x, y]: Point, [columns, rows]: Point): string {
  const size = 46;
  return times(rows, (row) =>
    times(columns - (row % 2), (index) => {
      const centre: Point = [x + (index + (row % 2) * 0.5) * size * 1.02, y - row * size * 0.88];
      const radius = size * between(random, 0.42, 0.52);
      return [
        ellipse(centre, [radius, radius * 0.97], '#4c3524'),
        ellipse(
          centre,
          [radius * 0.86, radius * 0.82],
          random.pick(['#d8b48a', '#c99f73', '#e2c29b']),
        ),
        ellipse(centre, [radius * 0.56, radius * 0.54], '#b8895c', 0.45),
        ellipse(centre, [radius * 0.24, radius * 0.22], '#8d6340', 0.6),
      ].join('');
    }),
  );
}

/** Somebody at work, seen from afar: boots to hat, with a tool in the hand. */
export function worker([x, y]: Point, height: number, jacket: string): string {
  const part = (value: number) => round(value * height);
  return [
    ellipse([x, y], [height * 0.24, height * 0.045], '#101510', 0.35),
    path(
      `M${x - part(0.1)} ${y}l${part(0.03)} ${-part(0.44)}h${part(0.17)}l${part(0.05)} ${part(0.44)}h${-part(0.09)}l${-part(0.05)} ${-part(0.32)}l${-part(0.04)} ${part(0.32)}z`,
      '#2d3440',
    ),
    path(
      `M${x - part(0.11)} ${y - part(0.4)}q${-part(0.02)} ${-part(0.3)} ${part(0.05)} ${-part(0.38)}q${part(0.08)} ${-part(0.04)} ${part(0.15)} ${part(0.02)}q${part(0.07)} ${part(0.12)} ${part(0.05)} ${part(0.36)}z`,
      jacket,
    ),
    line([x + part(0.09), y - part(0.68)], [x + part(0.26), y - part(0.5)], jacket, height * 0.075),
    line(
      [x + part(0.3), y - part(0.72)],
      [x + part(0.2), y - part(0.02)],
      '#6b4c31',
      height * 0.03,
    ),
    ellipse([x + part(0.015), y - part(0.86)], [height * 0.068, height * 0.08], '#d6a583'),
    path(
      `M${x - part(0.07)} ${y - part(0.87)}q${part(0.08)} ${-part(0.16)} ${part(0.17)} 0z`,
      '#b5402b',
    ),
  ].join('');
}
