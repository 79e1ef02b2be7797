import { ACTIONS } from './actions.ts';
import { THEME_NAMES, type ThemeName, THEMES } from './themes.ts';
import { type Theme, WEIGHTS } from './themes/theme.ts';
import { createRandom, type SeededRandom } from './random.ts';
import type { SimulationEvent } from './event.ts';

export interface Schedule {
  readonly seed: string;
  readonly theme: ThemeName;
  /** Signed-in person of each device, and whether its browser has Web Locks. */
  readonly devices: readonly {
    readonly person: 'ada' | 'ben' | 'cyd';
    readonly hasLocks: boolean;
    /** True: a machine that it shares with the other devices of this kind. */
    readonly isShared?: boolean;
    /** True: the account of the second organisation. */
    readonly isInSecond?: boolean;
    /** Number of initially open tabs. */
    readonly tabs: number;
  }[];
  readonly events: readonly SimulationEvent[];
  /** Maximum rows in a page of a pull; undefined: the product's own limit. */
  readonly pageRows: number | undefined;
}

const SHORTEST = 20;
const LONGEST = 60;

/**
 * A random schedule. No event depends on reactions of the product, so events can be removed one by one. A seed that
 * starts with the name of a theme and a dash belongs to that theme.
 */
export function createSchedule(seed: string): Schedule {
  const random = createRandom(`schedule ${seed}`);
  const drawn = random.pick(THEME_NAMES);
  const name = THEME_NAMES.find((theme) => seed.startsWith(`${theme}-`)) ?? drawn;
  const theme = THEMES[name];
  const people = random.pick(theme.people);
  const devices = people.map((person, index) => ({
    person,
    hasLocks: theme.tabs === undefined && random.chance(0.8),
    tabs: theme.tabs ?? 1,
    ...(theme.isShared === true && { isShared: index === 0 || index === people.length - 1 }),
    ...(theme.hasSecond === true && { isInSecond: index >= people.length / 2 }),
  }));
  const count = SHORTEST + random.int(LONGEST - SHORTEST);
  const events = Array.from({ length: count }, (_, index) =>
    event(random, { theme, devices: people.length, pick: `${seed}#${String(index)}` }),
  );
  const injected = theme.script?.(random, seed, events) ?? events;
  const limit = random.chance(0.5) ? 1 + random.int(6) : undefined;
  const pageRows = theme.hasWholePages === true ? undefined : limit;
  return { seed, theme: name, devices, events: injected, pageRows };
}

interface Drawn {
  readonly theme: Theme;
  readonly devices: number;
  readonly pick: string;
}

function event(random: SeededRandom, { theme, devices, pick }: Drawn): SimulationEvent {
  const kind = random.weighted({ ...WEIGHTS, ...theme.weights });
  const common = { gap: gapOf(random), pick };
  const device = random.int(devices);
  switch (kind) {
    case 'act':
      return { ...common, kind, device, action: random.weighted({ ...ACTIONS, ...theme.actions }) };
    case 'tray':
      return {
        ...common,
        kind,
        device,
        choice: random.pick(['retry', 'discard', 'mine', 'theirs', 'merged'] as const),
      };
    case 'weather':
      return {
        ...common,
        kind,
        device,
        weather: random.pick(['fair', 'rough', 'storm', 'sluggish'] as const),
      };
    case 'offline':
    case 'cut':
      return { ...common, kind, device, milliseconds: outageOf(random) };
    case 'kill-tab':
    case 'kill-device':
    case 'stop-tab':
      return { ...common, kind, device, ...momentOf(random) };
    case 'freeze':
      return { ...common, kind, device, ...momentOf(random), milliseconds: outageOf(random) };
    case 'power-cut':
      return { ...common, kind, device, ...momentOf(random), part: partOf(random) };
    case 'unopenable':
    case 'full-disk':
    case 'hide':
      return { ...common, kind, device, milliseconds: outageOf(random) };
    case 'proxy': {
      const proxy = random.pick(['portal', 'filter', 'gateway', 'cutter'] as const);
      return { ...common, kind, device, proxy, milliseconds: outageOf(random) };
    }
    case 'late-answer': {
      const path = random.pick(['pull', 'scope'] as const);
      const milliseconds = 500 + random.int(6_000);
      return { ...common, kind, device, path, skip: random.int(4), milliseconds };
    }
    case 'copy-profile':
    case 'keep-profile':
    case 'put-back-profile':
    case 'open-tab':
    case 'background-sync':
    case 'evict':
    case 'poison':
    case 'compare':
      return { ...common, kind, device };
    case 'upgrade':
      return { ...common, kind, device, reload: random.chance(0.5) };
    case 'outdate':
      return { ...common, kind };
    case 'sign-in':
    case 'encrypt':
      return { ...common, kind, device: seatOf(random, devices) };
    case 'sign-out':
      return { ...common, kind, device: seatOf(random, devices), keeps: random.chance(0.75) };
    case 'skew':
      return { ...common, kind, device, milliseconds: skewOf(random) };
    case 'kill-server':
    case 'kill-process':
      return { ...common, kind, tasks: random.int(120), down: random.int(40_000) };
    case 'cut-bus':
      return { ...common, kind, milliseconds: outageOf(random) };
    case 'membership':
      return { ...common, kind, add: random.chance(0.5) };
    case 'level':
      return { ...common, kind, administrative: random.chance(0.5) };
    case 'overload':
      return { ...common, kind, milliseconds: 5_000 + random.int(60_000) };
    case 'forgetful-server':
      return { ...common, kind, device, milliseconds: 5_000 + random.int(90_000) };
    case 'wait':
      return { ...common, kind, milliseconds: random.int(random.chance(0.2) ? 1_200_000 : 60_000) };
    case 'damage': {
      const damage = random.pick(['missing', 'extra', 'old', 'damaged'] as const);
      return { ...common, kind, device, damage };
    }
    case 'days-off':
      return { ...common, kind, device, days: 1 + random.int(4) };
    case 'backup':
    case 'restore':
    case 'go-back':
    case 'expire-tokens':
    case 'prune':
    case 'erase':
      return { ...common, kind };
  }
}

/** The first or the last device: people of a shared machine. */
function seatOf(random: SeededRandom, devices: number): number {
  return random.chance(0.5) ? 0 : devices - 1;
}

/** A process ends at any time, and often while it handles a response. */
function momentOf(random: SeededRandom): { readonly tasks: number; readonly onAnswer: boolean } {
  const onAnswer = random.chance(0.6);
  return { onAnswer, tasks: random.int(onAnswer ? 60 : 300) };
}

/** All relaxed commits, or some. */
function partOf(random: SeededRandom): number {
  return random.chance(0.5) ? 1 : random.next();
}

function outageOf(random: SeededRandom): number {
  return 500 + random.int(random.chance(0.2) ? 300_000 : 20_000);
}

/** Mostly 0, so that events overlap; sometimes with time in between. */
function gapOf(random: SeededRandom): number {
  if (random.chance(0.55)) return random.int(60);
  return random.chance(0.7) ? random.int(2_500) : random.int(25_000);
}

const YEAR = 365 * 24 * 3_600_000;

function skewOf(random: SeededRandom): number {
  return Math.round((random.next() - 0.5) * (random.chance(0.5) ? 6 * YEAR : 600_000));
}
