import type { DemoRandom } from '../random.ts';
import { cairn, fingerPost, footbridge, hut, logs, stile, worker } from './built.ts';
import {
  alongCurve,
  burn,
  grass,
  heather,
  mist,
  ranges,
  ripples,
  snowfall,
  spruces,
  stars,
  stone,
  trail,
} from './nature.ts';
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

type Scene = (random: DemoRandom) => string;

const DAY = [
  [0, '#6fa3c8'],
  [0.6, '#b9d3df'],
  [1, '#e6ecea'],
] as const;
const MORNING = [
  [0, '#5f7fa6'],
  [0.45, '#d9b7a4'],
  [0.75, '#f4d9b0'],
  [1, '#f8e8c8'],
] as const;
const FAR: readonly (readonly [string, string])[] = [
  ['#8fa9bd', '#b9cad3'],
  ['#6f8f9f', '#9db5b8'],
  ['#56796f', '#86a08a'],
];
const MOOR = ['#6d7a3d', '#838c4a', '#55632f', '#9a9a58', '#b0a566'];
const PINES = ['#24402f', '#2d4d38', '#1d3528'];

function meadow(random: DemoRandom, y: number, colours: readonly [string, string]): string {
  return (
    hill({ random, left: y, right: y + 20, height: 34, roughness: 0.15 }, [
      [0, colours[0]],
      [1, colours[1]],
    ]) + grass(random, [y + 26, HEIGHT + 10], MOOR)
  );
}

/** The path in zigzags up to the pass. */
const zigzags: Scene = (random) => {
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
const steps: Scene = (random) =>
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
const bridge: Scene = (random) =>
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
const ford: Scene = (random) =>
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
    hill({ random, left: 345, right: 330, height: 22, roughness: 0.2 }, '#00000000'),
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

/** The cairn in the mist. */
const cairnInMist: Scene = (random) =>
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
const signpost: Scene = (random) =>
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

/** The ladder stile over the deer fence. */
const fence: Scene = (random) =>
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

/** The loch in the morning. */
const loch: Scene = (random) =>
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
const snowRidge: Scene = (random) =>
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
const workParty: Scene = (random) =>
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

/** The hut in the first snow, in the evening. */
const hutInSnow: Scene = (random) =>
  [
    band(0, HEIGHT, [
      [0, '#14213f'],
      [0.5, '#3d5280'],
      [0.8, '#8c8fae'],
    ]),
    stars(random, 330),
    ranges(
      random,
      [300, 400],
      [
        ['#8ea2c4', '#5d739c'],
        ['#a9bbd6', '#4e6389'],
      ],
    ),
    hill({ random, left: 590, right: 560, height: 40, roughness: 0.15 }, [
      [0, '#dbe4f2'],
      [1, '#8498ba'],
    ]),
    spruces(random, {
      from: [-20, 610],
      to: [340, 600],
      count: 16,
      height: 240,
      colours: ['#1b2c3c', '#22364a'],
    }),
    spruces(random, {
      from: [1010, 590],
      to: [1300, 600],
      count: 14,
      height: 260,
      colours: ['#1b2c3c', '#22364a'],
    }),
    hut([470, 630], 380, {
      roof: [
        [0, '#f6f9fd'],
        [1, '#c4d2e6'],
      ],
      wall: [
        [0, '#6d6a72'],
        [1, '#4a4852'],
      ],
      windows: '#ffd98a',
      isSnowy: true,
      isLit: true,
    }),
    trail({
      points: [
        [640, 830],
        [600, 760],
        [680, 690],
        [663, 640],
      ],
      width: [150, 40],
      colours: ['#a9bad3', '#cdd9ea'],
    }),
    snowfall(random),
  ].join('');

/** The hut by the loch, in summer. */
const hutInSummer: Scene = (random) =>
  [
    band(0, HEIGHT, DAY),
    glow([300, 140], 380, '#fff6da', 0.8),
    ranges(random, [270, 360], FAR),
    band(450, 560, [
      [0, '#a9c6d2'],
      [1, '#5f8aa0'],
    ]),
    ripples(random, [456, 556], '#eef6f8', 70),
    hill({ random, left: 560, right: 500, height: 26, roughness: 0.15 }, [
      [0, '#86984f'],
      [1, '#4a5f2e'],
    ]),
    grass(random, [560, HEIGHT + 10], MOOR, 900),
    trail({
      points: [
        [420, 830],
        [520, 740],
        [640, 680],
        [716, 610],
      ],
      width: [170, 36],
      colours: ['#cdbb92', '#7e7449'],
    }),
    hut([560, 606], 340, {
      roof: [
        [0, '#5e6670'],
        [1, '#444b54'],
      ],
      wall: [
        [0, '#d8cfbd'],
        [1, '#a99f8c'],
      ],
      windows: '#9fc0cf',
    }),
    spruces(random, { from: [1040, 590], to: [1290, 570], count: 12, height: 220, colours: PINES }),
  ].join('');

/** Firewood under the eaves. */
const firewood: Scene = (random) =>
  [
    band(0, HEIGHT, [
      [0, '#7b6a56'],
      [1, '#5a4b3c'],
    ]),
    times(11, (row) =>
      times(12, (index) =>
        stone(
          random,
          [(index + (row % 2) * 0.5) * 118, 26 + row * 62],
          [124, 66],
          random.pick([
            ['#a79f90', '#857d70'],
            ['#b3ab9c', '#8d8577'],
            ['#9a9284', '#7a7266'],
          ] as const),
        ),
      ),
    ),
    band(0, 130, [
      [0, '#1d1712', 0.85],
      [1, '#1d1712', 0],
    ]),
    logs(random, [6, 680], [28, 8]),
    band(690, HEIGHT, [
      [0, '#3d3226'],
      [1, '#5d6a3a'],
    ]),
    grass(random, [700, HEIGHT + 10], MOOR, 260),
    polygon(
      [
        [0, 690],
        [1280, 690],
        [1280, 720],
        [0, 720],
      ],
      [
        [0, '#6d5237'],
        [1, '#4a3624'],
      ],
    ),
  ].join('');

/** Tents of a volunteer weekend below the hills. */
const camp: Scene = (random) => {
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

/** The plan of a room, as the architect sends it. */
const plan: Scene = () => {
  const ink = '#2b4a6b';
  const wall = (from: Point, to: Point) => line(from, to, ink, 13);
  const thin = (from: Point, to: Point) => line(from, to, ink, 2.5);
  const arrow = (from: Point, to: Point) =>
    thin(from, to) +
    [from, to].map(([x, y]) => line([x - 7, y + 7], [x + 7, y - 7], ink, 3.5)).join('');
  return [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f1ea"/>`,
    times(32, (index) => line([index * 40, 0], [index * 40, HEIGHT], '#d7dde2', 1)),
    times(20, (index) => line([0, index * 40], [WIDTH, index * 40], '#d7dde2', 1)),
    wall([240, 180], [1040, 180]),
    wall([240, 180], [240, 620]),
    wall([1040, 180], [1040, 620]),
    wall([240, 620], [560, 620]),
    wall([680, 620], [1040, 620]),
    wall([720, 180], [720, 420]),
    wall([720, 520], [720, 620]),
    `<path d="M560 620A120 120 0 0 1 680 500V620" fill="none" stroke="${ink}" stroke-width="2.5" stroke-dasharray="9 7"/>`,
    `<path d="M720 420A100 100 0 0 0 820 520H720" fill="none" stroke="${ink}" stroke-width="2.5" stroke-dasharray="9 7"/>`,
    times(6, (index) => thin([290 + index * 66, 215], [290 + index * 66, 420])),
    thin([270, 250], [660, 250]),
    thin([270, 385], [660, 385]),
    `<rect x="800" y="220" width="200" height="80" fill="#dce6ee" stroke="${ink}" stroke-width="3"/>`,
    `<circle cx="900" cy="450" r="46" fill="none" stroke="${ink}" stroke-width="3"/>`,
    `<circle cx="900" cy="450" r="12" fill="${ink}"/>`,
    arrow([240, 120], [720, 120]),
    arrow([720, 120], [1040, 120]),
    arrow([1100, 180], [1100, 620]),
    `<rect x="870" y="670" width="330" height="90" fill="#fff" stroke="${ink}" stroke-width="3"/>`,
    thin([870, 700], [1200, 700]),
    thin([1050, 700], [1050, 760]),
    times(3, (index) =>
      line([890, 715 + index * 15], [1010 - index * 22, 715 + index * 15], ink, 3),
    ),
  ].join('');
};

export const SCENES = {
  plan,
  zigzags,
  steps,
  bridge,
  ford,
  'cairn-in-mist': cairnInMist,
  signpost,
  fence,
  loch,
  'snow-ridge': snowRidge,
  'work-party': workParty,
  'hut-in-snow': hutInSnow,
  'hut-in-summer': hutInSummer,
  firewood,
  camp,
} as const satisfies Readonly<Record<string, Scene>>;
