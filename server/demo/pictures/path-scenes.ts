import type { DemoRandom } from '../random.ts';
import { footbridge, stile } from './built.ts';
import { alongCurve, burn, grass, mist, ranges, ripples, spruces, stone, trail } from './nature.ts';
import { DAY, FAR, MOOR, MORNING, PINES, type Scene } from './palette.ts';
import {
  band,
  between,
  ellipse,
  glow,
  HEIGHT,
  hill,
  type Point,
  polygon,
  times,
} from './shapes.ts';

function meadow(random: DemoRandom, y: number, colours: readonly [string, string]): string {
  return (
    hill({ random, left: y, right: y + 20, height: 34, roughness: 0.15 }, [
      [0, colours[0]],
      [1, colours[1]],
    ]) + grass(random, [y + 26, HEIGHT + 10], MOOR)
  );
}

/** The path in zigzags up to the pass. */
export const zigzags: Scene = (random) => {
  const up: Point[] = [
    [560, 830],
    [700, 700],
    [500, 610],
    [760, 540],
    [560, 486],
    [740, 442],
    [610, 406],
    [690, 372],
  ];
  return [
    band(0, HEIGHT, DAY),
    glow([260, 120], 420, '#fff3cf', 0.8),
    ranges(random, [330, 390], [FAR[0] ?? ['', ''], FAR[1] ?? ['', '']]),
    hill({ random, left: 250, right: 300, height: 190, roughness: 0.35 }, [
      [0, '#6c8564'],
      [0.5, '#7c9058'],
      [1, '#59703a'],
    ]),
    mist([420], '#eef3f0', 0.25),
    meadow(random, 560, ['#84934f', '#4d6030']),
    trail({ points: up, width: [120, 7], colours: ['#cdb993', '#8d7f57'] }),
    times(26, () => {
      const share = between(random, 0.02, 0.6);
      const [x, y] = alongCurve(up, share);
      const size = 12 + 44 * (1 - share) ** 2;
      const offset = random.pick([-1, 1]) * (size * 0.6 + 70 * (1 - share) ** 1.7);
      return stone(random, [x + offset, y], [size, size * 0.6]);
    }),
  ].join('');
};

/** New steps of stone, seen from below. */
export const steps: Scene = (random) =>
  [
    band(0, HEIGHT, DAY),
    ranges(random, [190, 270], FAR),
    hill({ random, left: 300, right: 270, height: 60, roughness: 0.3 }, [
      [0, '#7f8f50'],
      [1, '#465a2c'],
    ]),
    grass(random, [330, HEIGHT + 10], MOOR, 1200),
    times(13, (index) => {
      const depth = index / 12;
      const y = 316 + 470 * depth ** 1.5;
      const width = 90 + 430 * depth ** 1.4;
      const x = 660 - 60 * depth + 26 * Math.sin(index * 1.3);
      const height = 18 + 62 * depth ** 1.3;
      const count = index % 3 === 0 ? 3 : 2;
      return times(count, (at) =>
        stone(
          random,
          [x + ((at + 0.5) / count - 0.5) * width, y],
          [(width / count) * 1.06, height],
          random.pick([
            ['#c9c3b6', '#7a766e'],
            ['#bdb7aa', '#6f6b64'],
            ['#d3ccbd', '#858077'],
          ] as const),
        ),
      );
    }),
    times(60, () => {
      const side = random.pick([-1, 1]);
      const depth = between(random, 0, 1);
      return heatherAt(random, [640 + side * (90 + 330 * depth ** 1.4), 330 + 460 * depth ** 1.5]);
    }),
  ].join('');

function heatherAt(random: DemoRandom, [x, y]: Point): string {
  return times(6, () =>
    ellipse(
      [x + between(random, -22, 22), y - between(random, 0, 18)],
      [6, 4],
      random.pick(['#8d4a86', '#a45d97', '#6f3a6d']),
      0.8,
    ),
  );
}

const BURN: readonly Point[] = [
  [560, 840],
  [650, 720],
  [560, 610],
  [690, 540],
  [640, 470],
  [720, 420],
];

/** The footbridge over the burn. */
export const bridge: Scene = (random) =>
  [
    band(0, HEIGHT, DAY),
    glow([980, 150], 380, '#fff6da', 0.7),
    ranges(random, [260, 360], FAR),
    hill({ random, left: 420, right: 390, height: 40, roughness: 0.25 }, [
      [0, '#74885a'],
      [1, '#465c33'],
    ]),
    spruces(random, { from: [0, 450], to: [330, 470], count: 22, height: 170, colours: PINES }),
    spruces(random, { from: [1010, 430], to: [1290, 450], count: 18, height: 150, colours: PINES }),
    burn(random, BURN, [560, 40]),
    grass(random, [480, 600], MOOR, 300),
    times(34, () => {
      const share = between(random, 0.05, 0.7);
      const [x, y] = alongCurve(BURN, share);
      const size = 16 + 70 * (1 - share) ** 1.6;
      const reach = 20 + 330 * (1 - share) ** 1.7;
      return stone(
        random,
        [x + random.pick([-1, 1]) * reach * between(random, 0.6, 1.2), y],
        [size, size * 0.6],
      );
    }),
    footbridge(
      random,
      [
        [330, 560],
        [960, 556],
      ],
      46,
    ),
  ].join('');

/** Stepping stones over the ford. */
export const ford: Scene = (random) =>
  [
    band(0, 330, MORNING),
    glow([420, 250], 360, '#ffe7b0', 0.9),
    ranges(
      random,
      [230, 300],
      [
        ['#8c93ad', '#c9b6b3'],
        ['#6d7a8c', '#a99f9c'],
      ],
    ),
    band(330, HEIGHT, [
      [0, '#c9b7a2'],
      [0.3, '#8ea3ad'],
      [1, '#33505f'],
    ]),
    polygon(
      [
        [0, 318],
        [420, 338],
        [760, 330],
        [1280, 316],
        [1280, 352],
        [700, 362],
        [0, 358],
      ],
      '#5f6b45',
    ),
    spruces(random, { from: [0, 346], to: [420, 350], count: 20, height: 110, colours: PINES }),
    spruces(random, { from: [880, 344], to: [1280, 340], count: 20, height: 120, colours: PINES }),
    ripples(random, [372, HEIGHT], '#f7ead6', 190),
    times(9, (index) => {
      const depth = index / 8;
      const y = 400 + 350 * depth ** 1.2;
      return stone(
        random,
        [760 - 330 * depth + 40 * Math.sin(index * 2), y],
        [70 + 170 * depth, 26 + 60 * depth],
        ['#b7ab9b', '#585550'],
      );
    }),
  ].join('');

/** The ladder stile over the deer fence. */
export const fence: Scene = (random) =>
  [
    band(0, HEIGHT, DAY),
    ranges(random, [230, 330], FAR),
    hill({ random, left: 430, right: 470, height: 50, roughness: 0.2 }, [
      [0, '#8a9a56'],
      [1, '#4c6130'],
    ]),
    spruces(random, { from: [820, 500], to: [1290, 480], count: 26, height: 170, colours: PINES }),
    grass(random, [470, HEIGHT + 10], MOOR, 1100),
    trail({
      points: [
        [600, 830],
        [650, 720],
        [640, 640],
      ],
      width: [230, 80],
      colours: ['#c7b48d', '#7e7449'],
    }),
    stile([-20, 650], [1300, 612], 210),
  ].join('');
