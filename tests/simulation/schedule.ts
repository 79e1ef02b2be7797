import { ACTIONS, type ActionName } from './actions.ts';
import { createDice, type Dice } from './dice.ts';

/** One thing that happens in the world, `gap` milliseconds after the one before. `pick` seeds what it chooses. */
export type Happening = { readonly gap: number; readonly pick: string } & (
  | { readonly kind: 'act'; readonly device: number; readonly action: ActionName }
  | { readonly kind: 'tray'; readonly device: number; readonly choice: TrayChoice }
  | { readonly kind: 'weather'; readonly device: number; readonly weather: 'fair' | 'rough' | 'storm' }
  | { readonly kind: 'offline'; readonly device: number; readonly offline: boolean }
  | { readonly kind: 'cut'; readonly device: number; readonly cut: boolean }
  | { readonly kind: 'open-tab'; readonly device: number }
  /** `tasks`: how many macrotasks later the process is gone. */
  | { readonly kind: 'kill-tab'; readonly device: number; readonly tasks: number }
  | { readonly kind: 'kill-device'; readonly device: number; readonly tasks: number }
  | { readonly kind: 'evict'; readonly device: number }
  | { readonly kind: 'skew'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'kill-server'; readonly tasks: number; readonly down: number }
  | { readonly kind: 'backup' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'expire-tokens' }
  | { readonly kind: 'membership'; readonly add: boolean }
  | { readonly kind: 'level'; readonly administrative: boolean }
  | { readonly kind: 'poison'; readonly device: number }
  | { readonly kind: 'overload'; readonly milliseconds: number }
  | { readonly kind: 'forgetful-server'; readonly device: number; readonly milliseconds: number }
  | { readonly kind: 'prune' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'days-off'; readonly device: number; readonly days: number }
);
export type HappeningKind = Happening['kind'];
export type TrayChoice = 'retry' | 'discard' | 'mine' | 'theirs' | 'merged';

export interface Schedule {
  readonly seed: string;
  /** Devices: who is signed in on each, and whether its browser has Web Locks. */
  readonly devices: readonly { readonly person: 'ada' | 'ben' | 'cyd'; readonly hasLocks: boolean }[];
  readonly happenings: readonly Happening[];
  /** Rows a page of a pull at most holds; undefined: the product's own bound. */
  readonly pageRows: number | undefined;
}

const WEIGHTS: Readonly<Record<HappeningKind, number>> = {
  act: 100,
  tray: 6,
  weather: 7,
  offline: 8,
  cut: 5,
  'open-tab': 4,
  'kill-tab': 4,
  'kill-device': 6,
  evict: 0.4,
  skew: 2,
  'kill-server': 4,
  backup: 3,
  restore: 2.5,
  'expire-tokens': 2,
  membership: 6,
  level: 2,
  poison: 1,
  overload: 1.5,
  'forgetful-server': 1.5,
  prune: 1,
  wait: 8,
  'days-off': 1,
};

const SHORTEST = 25;
const LONGEST = 70;

/** A random schedule; nothing in it depends on how the world reacts, so events can be left out one by one. */
export function createSchedule(seed: string): Schedule {
  const dice = createDice(`schedule ${seed}`);
  const third = dice.pick(['ada', 'ben', 'cyd', 'cyd'] as const);
  const devices = (['ada', 'ben', third] as const).map((person) => ({
    person,
    hasLocks: dice.chance(0.8),
  }));
  const count = SHORTEST + dice.int(LONGEST - SHORTEST);
  const flavour = flavourOf(dice);
  const happenings = Array.from({ length: count }, (_, index) =>
    happening(dice, flavour, `${seed}#${String(index)}`),
  );
  const pageRows = dice.chance(0.5) ? 1 + dice.int(6) : undefined;
  return { seed, devices, happenings, pageRows };
}

/** Some schedules are about one thing more than about others: that is where two of its kind meet. */
function flavourOf(dice: Dice): Readonly<Record<HappeningKind, number>> {
  const kind = dice.pick([
    'act',
    'act',
    'restore',
    'membership',
    'kill-device',
    'poison',
    'forgetful-server',
    'weather',
    'kill-server',
    'offline',
  ] as const);
  const raised = { ...WEIGHTS, [kind]: WEIGHTS[kind] * 3 };
  return kind === 'restore' ? { ...raised, backup: WEIGHTS.backup * 3 } : raised;
}

function happening(
  dice: Dice,
  weights: Readonly<Record<HappeningKind, number>>,
  pick: string,
): Happening {
  const kind = dice.weighted(weights);
  const common = { gap: gapOf(dice), pick };
  const device = dice.int(3);
  switch (kind) {
    case 'act':
      return { ...common, kind, device, action: dice.weighted(ACTIONS) };
    case 'tray':
      return {
        ...common,
        kind,
        device,
        choice: dice.pick(['retry', 'discard', 'mine', 'theirs', 'merged'] as const),
      };
    case 'weather':
      return { ...common, kind, device, weather: dice.pick(['fair', 'rough', 'storm'] as const) };
    case 'offline':
      return { ...common, kind, device, offline: dice.chance(0.6) };
    case 'cut':
      return { ...common, kind, device, cut: dice.chance(0.6) };
    case 'kill-tab':
    case 'kill-device':
      return { ...common, kind, device, tasks: dice.int(300) };
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
    case 'expire-tokens':
    case 'prune':
      return { ...common, kind };
  }
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
