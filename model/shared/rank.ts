import * as v from 'valibot';

/**
 * Fractional ranks: a rank is a fraction between 0 and 1 written in base 62 without its leading "0.", so that
 * plain string comparison (code units, as SQLite BINARY, PostgreSQL "C" and IndexedDB all do) is numeric order.
 * Rows are sorted by (rank, id); equal ranks are legal (product.md, 2; invariant 17).
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/** A rank: base 62 digits, at most 200, not ending in "0" (else there would be no room before it). */
export const rankSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{0,199}[1-9A-Za-z]$/, 'is not a rank'));

/** What can be sorted by (rank, id). */
export interface Ranked {
  readonly rank: string;
  readonly id: string;
}

/** The one order of cards and tasks. */
export function compareRanked(left: Ranked, right: Ranked): number {
  if (left.rank !== right.rank) return left.rank < right.rank ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/**
 * A rank strictly between two neighbours; undefined stands for "no neighbour on this side".
 * Appending and prepending grow by a digit every few dozen rows, not every row.
 * When both neighbours have the same rank (or arrive swapped) it goes right behind the first.
 */
export function rankBetween(before: string | undefined, after: string | undefined): string {
  const low = before ?? '';
  const high = after !== undefined && after > low ? after : undefined;
  return high === undefined ? following(low) : middle(low, high);
}

/** Ranks for `count` rows in order, evenly spread behind `before`. */
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

/**
 * A short rank behind `low` with nothing after it. The first digit counts how many digits are counted up behind
 * it would be too clever; stepping in the leading three digits gives 200,000 appended rows before a key grows.
 */
function following(low: string): string {
  if (low === '') return 'V';
  const width = Math.max(3, low.length - (low.length % 3) + (low.length % 3 === 0 ? 0 : 3));
  const digits = Array.from({ length: width }, (_, index) => digitAt(low, index));
  for (let index = width - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    if (digit < BASE - 1) {
      digits[index] = digit + 1;
      return trim(digits.slice(0, index + 1));
    }
    digits[index] = 0;
  }
  return `${low}${'0'.repeat(2)}1`;
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
