/**
 * Order-independent digest of a set of (id, v): the sums of two 32-bit hashes of each pair, modulo
 * 2^32, in hex (PULL-8). Equal sets give equal digests in any order; it detects accidents, not
 * attackers.
 */
export function digestOf(rows: Iterable<{ readonly id: string; readonly v: number }>): string {
  let first = 0;
  let second = 0;
  for (const { id, v } of rows) {
    const text = `${id}:${v}`;
    first = (first + hash(text, 0x811c9dc5)) >>> 0;
    second = (second + hash(text, 0x9747b28c)) >>> 0;
  }
  return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0');
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

/** FNV-1a over UTF-16 code units with a final mix. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
