/** Two sums of 32-bit hashes, each modulo 2^32; sums of disjoint sets can be added and subtracted. */
export type Sums = readonly [number, number];

export const NO_SUMS: Sums = [0, 0];

/** Hashes of one text, as the sums of the set that contains only it. */
export function sumsOf(text: string): Sums {
  let [first, second] = SEEDS;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, PRIME);
    second = Math.imul(second ^ unit, PRIME);
  }
  return [mixed(first), mixed(second)];
}

export function addSums(left: Sums, right: Sums): Sums {
  return [(left[0] + right[0]) >>> 0, (left[1] + right[1]) >>> 0];
}

export function subtractSums(left: Sums, right: Sums): Sums {
  return [(left[0] - right[0]) >>> 0, (left[1] - right[1]) >>> 0];
}

/** A digest as it is sent: both sums in hex, 16 digits. */
export function hexOf(sums: Sums): string {
  return sums.map((sum) => sum.toString(16).padStart(HEX, '0')).join('');
}

/** Part of a row in a digest of (id, v). */
export function sumsOfVersion({ id, v }: { readonly id: string; readonly v: number }): Sums {
  return sumsOf(`${id}:${v}`);
}

/**
 * Order-independent digest of a set of (id, v): the sums of two 32-bit hashes of each pair, modulo
 * 2^32, in hex (PULL-8). Equal sets give equal digests in any order; it detects accidents, not
 * attackers.
 */
export function digestOf(rows: Iterable<{ readonly id: string; readonly v: number }>): string {
  let sums = NO_SUMS;
  for (const row of rows) sums = addSums(sums, sumsOfVersion(row));
  return hexOf(sums);
}

/**
 * The same digest of a set of scopes (PULL-7.4). It decides only whether a device already has the set; which rows a
 * person may read is never decided by it.
 */
export function digestOfScopes(scopes: readonly string[]): string {
  return digestOf(scopes.map((id) => ({ id, v: 0 })));
}

/** Digest of the union of two disjoint sets. */
export function addDigests(left: string, right: string): string {
  const part = (from: number) => {
    const sum = partOf(left, from) + partOf(right, from);
    return (sum >>> 0).toString(16).padStart(8, '0');
  };
  return part(0) + part(HEX);
}

/** Hexadecimal digits of one of the two sums. */
const HEX = 8;

function partOf(digest: string, from: number): number {
  return Number.parseInt(digest.slice(from, from + HEX), 16);
}

const SEEDS: Sums = [0x811c9dc5, 0x9747b28c];
const PRIME = 0x01000193;

/** The final mix of a hash; before it FNV-1a over UTF-16 code units. */
function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
