import * as v from 'valibot';

/**
 * Fractional ranks: a rank is a fraction between 0 and 1 written in base 62 without its leading "0.", so that
 * plain string comparison (code units, as SQLite BINARY, PostgreSQL "C" and IndexedDB all do) is numeric order.
 * Rows are sorted by (rank, id); equal ranks are legal (product.md, 2; invariant 17).
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/** A rank: base 62 digits, at most 200, not ending in "0" (there would be no room before it). */
export const rankSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Za-z]{0,199}[1-9A-Za-z]$/, 'is not a rank'),
);

/** A row that is sorted by (rank, id). */
export interface Ranked {
  readonly rank: string;
  readonly id: string;
}

/** The order of cards and tasks. */
export function compareRanked(left: Ranked, right: Ranked): number {
  if (left.rank !== right.rank) return left.rank < right.rank ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** Maximum length of a key: an exhausted gap gives an equal rank, which is legal. */
const LONGEST = 120;

/**
 * A rank strictly between two neighbours; undefined stands for "no neighbour on this side".
 * Appending and prepending step by one in the leading digits (some 100,000 rows before a key
 * grows); a gap is halved. When both neighbours have the same rank, are in the wrong order, or the
 * gap is exhausted, it equals the first.
 */
export function rankBetween(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return after === undefined ? 'V' : bounded(preceding(after), after);
  if (after === undefined) return bounded(following(before), before);
  if (after <= before) return before;
  return bounded(middle(before, after), before);
}

function bounded(rank: string, neighbour: string): string {
  return rank.length > LONGEST ? neighbour : rank;
}

/** Ranks for `count` rows in order, evenly distributed after `before`. */
export function ranksAfter(before: string | undefined, count: number): readonly string[] {
  const ranks: string[] = [];
  let last = before;
  for (let index = 0; index < count; index += 1) {
    last = rankBetween(last, undefined);
    ranks.push(last);
  }
  return ranks;
}

function digitAt(rank: string, index: number): number {
  return index < rank.length ? DIGITS.indexOf(rank.charAt(index)) : 0;
}

/** Digits of a rank, padded to whole groups of three: the unit of steps at the ends. */
function groups(rank: string): number[] {
  const width = Math.max(3, Math.ceil(rank.length / 3) * 3);
  return Array.from({ length: width }, (_, index) => digitAt(rank, index));
}

function following(low: string): string {
  const digits = groups(low);
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    if (digit < BASE - 1) {
      digits[index] = digit + 1;
      return trim(digits);
    }
    digits[index] = 0;
  }
  return `${low}001`;
}

function preceding(high: string): string {
  const digits = groups(high);
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    if (digit > 0) {
      digits[index] = digit - 1;
      return opened(digits);
    }
    digits[index] = BASE - 1;
  }
  return high;
}

/** Counting down to zeros only ("000") leaves no room: the next group is started instead. */
function opened(digits: readonly number[]): string {
  const spent = digits.every((digit) => digit === 0);
  return spent ? `${'0'.repeat(digits.length)}zzz` : trim(digits);
}

function middle(low: string, high: string): string {
  const digits: number[] = [];
  let index = 0;
  while (digitAt(low, index) === digitAt(high, index) && index < high.length) {
    digits.push(digitAt(low, index));
    index += 1;
  }
  const bottom = digitAt(low, index);
  const top = digitAt(high, index);
  if (top - bottom > 1) {
    digits.push(bottom + Math.floor((top - bottom) / 2));
    return trim(digits);
  }
  digits.push(bottom);
  index += 1;
  for (;;) {
    const digit = digitAt(low, index);
    if (digit < BASE - 1) {
      digits.push(digit + Math.ceil((BASE - digit) / 2));
      return trim(digits);
    }
    digits.push(digit);
    index += 1;
  }
}

function trim(digits: readonly number[]): string {
  const text = digits.map((digit) => DIGITS.charAt(digit)).join('');
  return text.replace(/0+$/, '');
}
