/**
 * Three-way merge of long texts (MUT-8): by line first; where both sides changed the same lines, by word.
 *
 *   base ---- mine        a region that only one side changed has that side's words
 *     \------ theirs      a region that both changed alike is kept once
 *                         a region that both changed differently is an overlap: no merge, the person chooses
 *
 * A line of a checklist stays the same line when its box is ticked or cleared, and a box is one word.
 */
export type MergeResult =
  | { readonly kind: 'clean'; readonly text: string }
  | { readonly kind: 'overlap' };

export function mergeText(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { kind: 'clean', text: mine };
  if (mine === base) return { kind: 'clean', text: theirs };
  const merged = merge(lines(base), lines(mine), lines(theirs), BY_LINE);
  return merged === undefined ? { kind: 'overlap' } : { kind: 'clean', text: merged.join('') };
}

/**
 * The same merge when `theirs` may be older than `base`, as after a restored backup: text of the
 * base that it lacks was possibly never deleted from it. Only text that both have counts as base,
 * so that no word of either side is removed unless the other side had it and deleted it; words
 * deleted since the restore reappear.
 */
export function mergeAcrossHistories(base: string, mine: string, theirs: string): MergeResult {
  const [from, to] = [words(base), words(theirs)];
  const common = [...matches(from, to).keys()].toSorted((left, right) => left - right);
  return mergeText(common.map((index) => from[index] ?? '').join(''), mine, theirs);
}

type Tokens = readonly string[];

interface Level {
  /** Tokens with the same key are the same token. */
  readonly keyOf: (token: string) => string;
  /** What is written for a token that both sides kept. */
  readonly kept: (base: string, mine: string, theirs: string) => string;
  readonly overlap: (base: Tokens, mine: Tokens, theirs: Tokens) => Tokens | undefined;
}

const BY_WORD: Level = { keyOf: (word) => word, kept: (base) => base, overlap: () => undefined };

const BY_LINE: Level = {
  keyOf: unticked,
  kept: mergeBoxes,
  overlap: (base, mine, theirs) => {
    const [b, m, t] = [words(base.join('')), words(mine.join('')), words(theirs.join(''))];
    return mayMisplaceBox(b, m, t) ? undefined : merge(b, m, t, BY_WORD);
  },
};

function lines(text: string): Tokens {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function words(text: string): Tokens {
  return text.match(/\[ \]|\s+|[^\s]+/g) ?? [];
}

/** The text with every box cleared, at its length. */
function unticked(text: string): string {
  return text.replaceAll(/\[[xX]\]/g, '[ ]');
}

/** The box of each item as merged by itself; the texts differ in nothing else. */
function mergeBoxes(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  let merged = '';
  for (let index = 0; index < base.length; index += 1) {
    const [was, own, other] = [base.charAt(index), mine.charAt(index), theirs.charAt(index)];
    // Cleared on one side while `x` became `X` on the other: cleared.
    if (own !== was && other !== was) merged += own < other ? own : other;
    else merged += own === was ? other : own;
  }
  return merged;
}

/**
 * True when one side changed boxes and the other their number. The words beside them changed too, so that nothing
 * shows which box is which.
 */
function mayMisplaceBox(base: Tokens, mine: Tokens, theirs: Tokens): boolean {
  const boxesOf = (tokens: Tokens) => tokens.filter((token) => unticked(token) === '[ ]');
  const [b, m, t] = [boxesOf(base), boxesOf(mine), boxesOf(theirs)];
  const isSameNumber = m.length === b.length && t.length === b.length;
  return !isSameNumber && !same(m, b) && !same(t, b);
}

function merge(base: Tokens, mine: Tokens, theirs: Tokens, level: Level): Tokens | undefined {
  const keys = base.map(level.keyOf);
  const toMine = matches(keys, mine.map(level.keyOf));
  const toTheirs = matches(keys, theirs.map(level.keyOf));
  const result: string[] = [];
  let b = 0;
  let m = 0;
  let t = 0;
  for (;;) {
    const anchor = nextAnchor(base.length, b, toMine, toTheirs);
    const mineEnd = anchor === undefined ? mine.length : (toMine.get(anchor) ?? 0);
    const theirsEnd = anchor === undefined ? theirs.length : (toTheirs.get(anchor) ?? 0);
    const region = resolve(
      base.slice(b, anchor ?? base.length),
      mine.slice(m, mineEnd),
      theirs.slice(t, theirsEnd),
      level,
    );
    if (region === undefined) return undefined;
    result.push(...region);
    if (anchor === undefined) return result;
    result.push(level.kept(base[anchor] ?? '', mine[mineEnd] ?? '', theirs[theirsEnd] ?? ''));
    b = anchor + 1;
    m = mineEnd + 1;
    t = theirsEnd + 1;
  }
}

function resolve(base: Tokens, mine: Tokens, theirs: Tokens, level: Level): Tokens | undefined {
  if (same(mine, theirs) || same(theirs, base)) return mine;
  if (same(mine, base)) return theirs;
  return level.overlap(base, mine, theirs);
}

function same(left: Tokens, right: Tokens): boolean {
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/** The next base token that both sides kept. */
function nextAnchor(
  length: number,
  from: number,
  toMine: ReadonlyMap<number, number>,
  toTheirs: ReadonlyMap<number, number>,
): number | undefined {
  for (let index = from; index < length; index += 1) {
    if (toMine.has(index) && toTheirs.has(index)) return index;
  }
  return undefined;
}

/**
 * Longest common subsequence as base index -> other index. Common ends are removed first; the rest
 * of texts beyond the limit counts as changed throughout, so that a very long pasted text cannot
 * block the device.
 */
function matches(base: Tokens, other: Tokens): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let start = 0;
  while (start < base.length && start < other.length && base[start] === other[start]) {
    found.set(start, start);
    start += 1;
  }
  let baseEnd = base.length;
  let otherEnd = other.length;
  while (baseEnd > start && otherEnd > start && base[baseEnd - 1] === other[otherEnd - 1]) {
    baseEnd -= 1;
    otherEnd -= 1;
    found.set(baseEnd, otherEnd);
  }
  const rows = baseEnd - start;
  const columns = otherEnd - start;
  if (rows * columns > MAX_CELLS) return found;
  const table = lengths(base.slice(start, baseEnd), other.slice(start, otherEnd));
  const width = columns + 1;
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (base[start + row] === other[start + column]) {
      found.set(start + row, start + column);
      row += 1;
      column += 1;
    } else if ((table[(row + 1) * width + column] ?? 0) >= (table[row * width + column + 1] ?? 0)) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return found;
}

const MAX_CELLS = 4_000_000;

function lengths(base: Tokens, other: Tokens): Uint32Array {
  const width = other.length + 1;
  const table = new Uint32Array((base.length + 1) * width);
  for (let row = base.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        base[row] === other[column]
          ? (table[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(table[(row + 1) * width + column] ?? 0, table[row * width + column + 1] ?? 0);
    }
  }
  return table;
}
