/** Pure search over normalised texts: no store, no clock. 50,000 rows of 200 letters take some 10 ms. */

/** Normalised searched text of one row. `extra` is the long text below the name. */
export interface Entry {
  readonly name: string;
  readonly extra: string;
  /** Completed or archived rows come after the others. */
  readonly isDone: boolean;
}

interface Hit {
  readonly id: string;
  readonly score: number;
}

/** Letters without a Unicode decomposition, with the letters that people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

const PLAIN = /^[\u0020-\u007e\n]*$/;

/** Lower case, without diacritics: `Åse Øvrebø` is found by `ase ovrebo`. */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Normalised words of a query, the longest first: it excludes most rows. */
export function wordsOf(query: string): readonly string[] {
  const words = normalise(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].toSorted((left, right) => right.length - left.length);
}

/** Score of a row; 0 does not match. Names before texts, beginnings before middles, open rows before completed ones. */
function scoreOf(entry: Entry, words: readonly string[], phrase: string): number {
  let score = 0;
  for (const word of words) {
    const found = scoreOfWord(entry, word);
    if (found === 0) return 0;
    score += found;
  }
  score /= words.length;
  if (entry.name === phrase) score += 60;
  else if (entry.name.startsWith(phrase)) score += 30;
  return entry.isDone ? score / 2 : score;
}

function scoreOfWord({ name, extra }: Entry, word: string): number {
  const at = name.indexOf(word);
  if (at === 0) return 50;
  if (at > 0) return isWordStart(name, at) || name.includes(` ${word}`) ? 40 : 25;
  // A single letter in a long text is no evidence.
  if (word.length < 2) return 0;
  const below = extra.indexOf(word);
  if (below === -1) return 0;
  return isWordStart(extra, below) ? 12 : 8;
}

const LETTER = /[\p{L}\p{N}]/u;

function isWordStart(text: string, at: number): boolean {
  // The space is tested first: it is by far the most frequent, over tens of thousands of rows.
  return at === 0 || text.charCodeAt(at - 1) === 32 || !LETTER.test(text.charAt(at - 1));
}

/** The best `limit` rows; among equal ones those with the later id (created later) first. */
export function best(
  entries: Iterable<readonly [string, Entry]>,
  query: string,
  limit: number,
): readonly Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const phrase = normalise(query).trim();
  const top: Hit[] = [];
  for (const [id, entry] of entries) {
    const score = scoreOf(entry, words, phrase);
    if (score > 0) insert(top, { id, score }, limit);
  }
  return top;
}

/** Keeps a short list sorted: most rows end at the first comparison. */
function insert(top: Hit[], hit: Hit, limit: number): void {
  const last = top.at(-1);
  if (top.length === limit && last !== undefined && compare(last, hit) <= 0) return;
  let at = top.length;
  while (at > 0) {
    const before = top[at - 1];
    if (before === undefined || compare(before, hit) <= 0) break;
    at -= 1;
  }
  top.splice(at, 0, hit);
  if (top.length > limit) top.pop();
}

function compare(left: Hit, right: Hit): number {
  if (left.score !== right.score) return right.score - left.score;
  return left.id < right.id ? 1 : -1;
}

/** Excerpt around the first of the words, on one line, at most `length` letters. */
export function excerptOf(text: string, words: readonly string[], length = 110): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const normalised = normalise(line);
  const places = words.map((word) => normalised.indexOf(word)).filter((at) => at !== -1);
  const start = Math.max(0, Math.min(...places, line.length) - 30);
  const from = places.length === 0 ? 0 : start;
  const part = line.slice(from, from + length);
  return `${from > 0 ? '…' : ''}${part}${from + length < line.length ? '…' : ''}`;
}
