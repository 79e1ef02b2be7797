import { ACTIONS } from './actions.ts';
import { type Theme, THEME_NAMES, type ThemeName, THEMES, WEIGHTS } from './themes.ts';
import { createDice, type Dice } from './dice.ts';
import type { Happening } from './happening.ts';

export interface Schedule {
  readonly seed: string;
  readonly theme: ThemeName;
  /** Devices: who is signed in on each, and whether its browser has Web Locks. */
  readonly devices: readonly {
    readonly person: 'ada' | 'ben' | 'cyd';
    readonly hasLocks: boolean;
    /** Tabs that are open from the beginning. */
    readonly tabs: number;
  }[];
  readonly happenings: readonly Happening[];
  /** Rows a page of a pull at most holds; undefined: the product's own bound. */
  readonly pageRows: number | undefined;
}

const SHORTEST = 20;
const LONGEST = 60;

/**
 * A random schedule; nothing in it depends on how the world reacts, so events can be left out one by one. A seed that
 * begins with the name of a theme and a dash is of that theme.
 */
export function createSchedule(seed: string): Schedule {
  const dice = createDice(`schedule ${seed}`);
  const drawn = dice.pick(THEME_NAMES);
  const name = THEME_NAMES.find((theme) => seed.startsWith(`${theme}-`)) ?? drawn;
  const theme = THEMES[name];
  const people = dice.pick(theme.people);
  const devices = people.map((person) => ({
    person,
    hasLocks: theme.tabs === undefined && dice.chance(0.8),
    tabs: theme.tabs ?? 1,
  }));
  const count = SHORTEST + dice.int(LONGEST - SHORTEST);
  const events = Array.from({ length: count }, (_, index) =>
    happening(dice, theme, `${seed}#${String(index)}`),
  );
  const happenings = theme.script?.(dice, seed, events) ?? events;
  const pageRows = dice.chance(0.5) ? 1 + dice.int(6) : undefined;
  return { seed, theme: name, devices, happenings, pageRows };
}

function happening(dice: Dice, theme: Theme, pick: string): Happening {
  const kind = dice.weighted({ ...WEIGHTS, ...theme.weights });
  const common = { gap: gapOf(dice), pick };
  const device = dice.int(3);
  switch (kind) {
    case 'act':
      return { ...common, kind, device, action: dice.weighted({ ...ACTIONS, ...theme.actions }) };
    case 'tray':
      return {
        ...common,
        kind,
        device,
        choice: dice.pick(['retry', 'discard', 'mine', 'theirs', 'merged'] as const),
      };
    case 'weather':
      return {
        ...common,
        kind,
        device,
        weather: dice.pick(['fair', 'rough', 'storm', 'sluggish'] as const),
      };
    case 'offline':
    case 'cut':
      return { ...common, kind, device, milliseconds: outageOf(dice) };
    case 'kill-tab':
    case 'kill-device':
    case 'stop-tab':
      return { ...common, kind, device, ...momentOf(dice) };
    case 'copy-profile':
    case 'keep-profile':
    case 'put-back-profile':
    case 'open-tab':
    case 'evict':
    case 'poison':
      return { ...common, kind, device };
    case 'skew':
      return { ...common, kind, device, milliseconds: skewOf(dice) };
    case 'kill-server':
      return { ...common, kind, tasks: dice.int(120), down: dice.int(40_000) };
    case 'membership':
      return { ...common, kind, add: dice.chance(0.5) };
    case 'level':
      return { ...common, kind, administrative: dice.chance(0.5) };
    case 'overload':
      return { ...common, kind, milliseconds: 5_000 + dice.int(60_000) };
    case 'forgetful-server':
      return { ...common, kind, device, milliseconds: 5_000 + dice.int(90_000) };
    case 'wait':
      return { ...common, kind, milliseconds: dice.int(dice.chance(0.2) ? 1_200_000 : 60_000) };
    case 'days-off':
      return { ...common, kind, device, days: 1 + dice.int(4) };
    case 'backup':
    case 'restore':
    case 'go-back':
    case 'expire-tokens':
    case 'prune':
      return { ...common, kind };
  }
}

/** A process dies at any time, and often while it is busy with what it has just been told. */
function momentOf(dice: Dice): { readonly tasks: number; readonly onAnswer: boolean } {
  const onAnswer = dice.chance(0.6);
  return { onAnswer, tasks: dice.int(onAnswer ? 60 : 300) };
}

function outageOf(dice: Dice): number {
  return 500 + dice.int(dice.chance(0.2) ? 300_000 : 20_000);
}

/** Mostly at once, so that things overlap; sometimes with time in between. */
function gapOf(dice: Dice): number {
  if (dice.chance(0.55)) return dice.int(60);
  return dice.chance(0.7) ? dice.int(2_500) : dice.int(25_000);
}

const YEAR = 365 * 24 * 3_600_000;

function skewOf(dice: Dice): number {
  return Math.round((dice.next() - 0.5) * (dice.chance(0.5) ? 6 * YEAR : 600_000));
}
