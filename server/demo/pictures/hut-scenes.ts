import { hut, logs } from './built.ts';
import { grass, ranges, ripples, snowfall, spruces, stars, stone, trail } from './nature.ts';
import { DAY, FAR, MOOR, PINES, type Scene } from './palette.ts';
import { band, glow, HEIGHT, hill, line, type Point, polygon, times, WIDTH } from './shapes.ts';

/** The hut in the first snow, in the evening. */
export const hutInSnow: Scene = (random) =>
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
      masonry: [
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
export const hutInSummer: Scene = (random) =>
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
      masonry: [
        [0, '#d8cfbd'],
        [1, '#a99f8c'],
      ],
      windows: '#9fc0cf',
    }),
    spruces(random, { from: [1040, 590], to: [1290, 570], count: 12, height: 220, colours: PINES }),
  ].join('');

/** Firewood under the eaves. */
export const firewood: Scene = (random) =>
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

/** The plan of a room, as the architect sends it. */
export const plan: Scene = () => {
  const ink = '#2b4a6b';
  const thick = (from: Point, to: Point) => line(from, to, ink, 13);
  const thin = (from: Point, to: Point) => line(from, to, ink, 2.5);
  const arrow = (from: Point, to: Point) =>
    thin(from, to) +
    [from, to].map(([x, y]) => line([x - 7, y + 7], [x + 7, y - 7], ink, 3.5)).join('');
  return [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f1ea"/>`,
    times(32, (index) => line([index * 40, 0], [index * 40, HEIGHT], '#d7dde2', 1)),
    times(20, (index) => line([0, index * 40], [WIDTH, index * 40], '#d7dde2', 1)),
    thick([240, 180], [1040, 180]),
    thick([240, 180], [240, 620]),
    thick([1040, 180], [1040, 620]),
    thick([240, 620], [560, 620]),
    thick([680, 620], [1040, 620]),
    thick([720, 180], [720, 420]),
    thick([720, 520], [720, 620]),
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
