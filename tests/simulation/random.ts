/** Seeded random source: the same seed and the same calls give the same values on every machine. */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** An integer from 0 to below - 1. */
  readonly int: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  /** An element of a list; throws for an empty one. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly maybePick: <T>(list: readonly T[]) => T | undefined;
  readonly weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T;
  readonly bytes: (target: Uint8Array) => Uint8Array;
  /** An independent source for one purpose: draws from other sources do not change it. */
  readonly fork: (purpose: string) => SeededRandom;
}

export function createRandom(seed: string): SeededRandom {
  const next = mulberry(hashOf(seed));
  const int = (below: number) => Math.floor(next() * below);
  const maybePick = <T>(list: readonly T[]): T | undefined => list[int(list.length)];
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    maybePick,
    pick: (list) => {
      const picked = maybePick(list);
      if (picked === undefined) throw new Error('Nothing to pick from');
      return picked;
    },
    weighted: (weights) => weighted(weights, next()),
    bytes: (target) => {
      for (let index = 0; index < target.length; index += 1) target[index] = int(256);
      return target;
    },
    fork: (purpose) => createRandom(`${seed}/${purpose}`),
  };
}

function weighted<T extends string>(weights: Readonly<Record<T, number>>, roll: number): T {
  const names: T[] = [];
  let total = 0;
  for (const name in weights) {
    names.push(name);
    total += weights[name];
  }
  let left = roll * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  throw new Error('No weight is above zero');
}

/** FNV-1a with a final mix, so that seeds that differ in one digit are independent. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
