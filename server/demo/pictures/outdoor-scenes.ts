import { cairn, fingerPost, worker } from './built.ts';
import {
  grass,
  heather,
  mist,
  ranges,
  ripples,
  snowfall,
  spruces,
  stone,
  trail,
} from './nature.ts';
import { DAY, FAR, MOOR, MORNING, PINES, type Scene } from './palette.ts';
import {
  band,
  between,
  ellipse,
  glow,
  HEIGHT,
  hill,
  line,
  type Point,
  polygon,
  times,
  WIDTH,
} from './shapes.ts';

/** The cairn in the mist. */
export const cairnInMist: Scene = (random) =>
  [
    band(0, HEIGHT, [
      [0, '#b4c0c6'],
      [1, '#dde2e1'],
    ]),
    ranges(
      random,
      [300, 470],
      [
        ['#aab8bf', '#c6cfd2'],
        ['#93a4ab', '#b5c0c2'],
        ['#7b8d90', '#a0acab'],
      ],
    ),
    mist([330, 430, 520], '#eef1f0', 0.7),
    hill({ random, left: 640, right: 600, height: 50, roughness: 0.5 }, [
      [0, '#7d8378'],
      [1, '#474d43'],
    ]),
    times(60, () => {
      const y = between(random, 650, 800);
      const size = 12 + (y - 640) * 0.4;
      return stone(random, [between(random, 0, WIDTH), y], [size * 1.6, size]);
    }),
    cairn(random, [640, 700], 400),
    mist([560], '#eef1f0', 0.28),
  ].join('');

/** The finger post on the moor, in the evening. */
export const signpost: Scene = (random) =>
  [
    band(0, HEIGHT, [
      [0, '#3d4a77'],
      [0.3, '#a9718a'],
      [0.52, '#f0a978'],
      [0.7, '#f8d39b'],
    ]),
    glow([870, 400], 460, '#fff0c2', 0.95),
    ranges(
      random,
      [390, 450],
      [
        ['#8a6d8b', '#c99a90'],
        ['#64587c', '#96758a'],
        ['#463f58', '#5e4a58'],
      ],
    ),
    hill({ random, left: 560, right: 530, height: 46, roughness: 0.2 }, [
      [0, '#5a4a48'],
      [1, '#28271f'],
    ]),
    trail({
      points: [
        [780, 830],
        [720, 720],
        [820, 640],
        [790, 580],
      ],
      width: [210, 14],
      colours: ['#b99a78', '#4a3f30'],
    }),
    heather(random, [580, HEIGHT + 20], 220),
    fingerPost([430, 720], 470),
  ].join('');

/** The loch in the morning. */
export const loch: Scene = (random) =>
  [
    band(0, 420, MORNING),
    glow([720, 300], 420, '#fff2cc', 0.95),
    ranges(
      random,
      [260, 350],
      [
        ['#9d9ab3', '#d2bdb8'],
        ['#75809a', '#b0a3a5'],
        ['#55647a', '#7d7e85'],
      ],
    ),
    mist([400], '#fbeedb', 0.55),
    band(420, HEIGHT, [
      [0, '#e9cfae'],
      [0.35, '#a9a9ac'],
      [1, '#3c5468'],
    ]),
    times(46, (index) => {
      const depth = index / 45;
      const half = 34 + 90 * depth + between(random, -26, 26);
      const x = 720 + between(random, -20, 20);
      return line(
        [x - half, 430 + 300 * depth],
        [x + half, 430 + 300 * depth],
        '#fff0c8',
        2 + 2 * depth,
      );
    }),
    ripples(random, [430, HEIGHT], '#fff3dc', 200),
    spruces(random, {
      from: [-10, 436],
      to: [380, 428],
      count: 30,
      height: 120,
      colours: ['#2c3a3c', '#35464a'],
    }),
    spruces(random, {
      from: [1060, 430],
      to: [1290, 436],
      count: 18,
      height: 140,
      colours: ['#2c3a3c', '#35464a'],
    }),
    grass(random, [700, HEIGHT + 20], ['#3d4a2e', '#596238', '#2c3722', '#7c7a48'], 700),
  ].join('');

/** The ridge under its first snow. */
export const snowRidge: Scene = (random) =>
  [
    band(0, HEIGHT, [
      [0, '#3f78b4'],
      [0.6, '#a9cbe4'],
      [1, '#eaf2f7'],
    ]),
    ranges(
      random,
      [250, 340],
      [
        ['#d3e0ec', '#9db6cf'],
        ['#f4f8fb', '#7f9dbc'],
      ],
    ),
    hill({ random, left: 470, right: 330, height: 160, roughness: 0.6 }, [
      [0, '#ffffff'],
      [0.3, '#d3e0ec'],
      [1, '#7f9ab6'],
    ]),
    mist([520], '#ffffff', 0.45),
    hill({ random, left: 640, right: 690, height: 60, roughness: 0.2 }, [
      [0, '#ffffff'],
      [1, '#b9cbdb'],
    ]),
    trail({
      points: [
        [520, 830],
        [600, 740],
        [520, 680],
        [640, 630],
      ],
      width: [90, 8],
      colours: ['#a3b6ca', '#dbe5ee'],
    }),
    spruces(random, {
      from: [880, 720],
      to: [1290, 690],
      count: 16,
      height: 190,
      colours: ['#33505a', '#2a444e', '#48656c'],
    }),
    snowfall(random, 120),
  ].join('');

/** Heather on the moor, with people who repair the path. */
export const workParty: Scene = (random) =>
  [
    band(0, HEIGHT, DAY),
    glow([1020, 130], 400, '#fff6da', 0.75),
    ranges(random, [250, 350], FAR),
    hill({ random, left: 430, right: 480, height: 50, roughness: 0.2 }, [
      [0, '#8a8f58'],
      [1, '#505a30'],
    ]),
    grass(random, [470, HEIGHT + 10], MOOR, 800),
    heather(random, [500, 780], 150),
    trail({
      points: [
        [380, 830],
        [520, 690],
        [460, 600],
        [620, 540],
        [590, 490],
      ],
      width: [250, 16],
      colours: ['#c9b48c', '#7d7048'],
    }),
    worker([690, 560], 120, '#d9822b'),
    worker([560, 610], 150, '#2f6f9f'),
    worker([330, 690], 205, '#c2402f'),
    stone(random, [600, 730], [130, 74]),
    stone(random, [720, 700], [90, 56]),
  ].join('');

/** Tents of a volunteer weekend below the hills. */
export const camp: Scene = (random) => {
  const tent = ([x, y]: Point, size: number, light: string, dark: string) =>
    ellipse([x, y], [size * 1.05, size * 0.1], '#101510', 0.3) +
    polygon(
      [
        [x - size, y],
        [x - size * 0.2, y - size * 0.95],
        [x + size * 0.3, y],
      ],
      light,
    ) +
    polygon(
      [
        [x - size * 0.2, y - size * 0.95],
        [x + size, y - size * 0.06],
        [x + size * 0.3, y],
      ],
      dark,
    ) +
    polygon(
      [
        [x - size * 0.5, y],
        [x - size * 0.2, y - size * 0.62],
        [x - size * 0.08, y],
      ],
      '#33251c',
    );
  return [
    band(0, HEIGHT, MORNING),
    glow([980, 300], 400, '#fff1c7', 0.9),
    ranges(
      random,
      [300, 390],
      [
        ['#8f97b0', '#cdb9b0'],
        ['#6a7d7f', '#a1a08c'],
        ['#556b4b', '#7d8657'],
      ],
    ),
    mist([440], '#fbeedb', 0.5),
    hill({ random, left: 500, right: 480, height: 30, roughness: 0.15 }, [
      [0, '#8c9350'],
      [1, '#4d5e2d'],
    ]),
    spruces(random, { from: [-10, 510], to: [300, 500], count: 18, height: 170, colours: PINES }),
    tent([820, 560], 90, '#d99a3d', '#b3742a'),
    tent([1060, 600], 120, '#c9543a', '#9d3c2a'),
    grass(random, [520, HEIGHT + 10], MOOR, 900),
    tent([520, 660], 160, '#4f8aa8', '#376a86'),
    worker([760, 690], 150, '#4d7a4a'),
    worker([880, 720], 165, '#7a4a86'),
  ].join('');
};
