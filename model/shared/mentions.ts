/**
 * Mentions in a comment: `@[<organisation user>]` is stored, `@Display Name` is displayed and
 * typed. The stored form survives a change of the name, and notifications identify the person
 * without guessing.
 */
const STORED = /@\[([1-9][0-9]{0,14})\]/g;

/** The people that a stored text mentions, each once, in the order of the text. */
export function mentionsOf(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(STORED), ([, id]) => id ?? ''))];
}

/** The same stored text with other numbers of the mentioned people. */
export function renumberMentions(text: string, numberOf: (id: string) => string): string {
  return text.replaceAll(STORED, (_mention, id: string) => `@[${numberOf(id)}]`);
}

export interface Mentionable {
  /** Organisation user. */
  readonly id: string;
  readonly name: string;
}

/**
 * The stored form of a text: `@Name` of a known person becomes a mention; the longest name wins.
 */
export function storeMentions(text: string, people: readonly Mentionable[]): string {
  const longestFirst = people.toSorted((left, right) => right.name.length - left.name.length);
  return longestFirst.reduce((stored, { id, name }) => replaceName(stored, name, id), text);
}

/** A segment of a displayed text: words, or a mention with the person's current name. */
export interface TextPiece {
  readonly text: string;
  /** Organisation user if the segment is a mention. */
  readonly mention?: string;
}

export function piecesOf(text: string, nameOf: (id: string) => string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(STORED)) {
    const id = found[1] ?? '';
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: `@${nameOf(id)}`, mention: id });
    from = found.index + found[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** A stored text with names in place of the mentions: for editing, copying and mails. */
export function withMentionNames(text: string, nameOf: (id: string) => string): string {
  return piecesOf(text, nameOf)
    .map((piece) => piece.text)
    .join('');
}

/** Only a whole name matches: "@Ann" does not match in "@Anna". */
function replaceName(text: string, name: string, id: string): string {
  if (name === '') return text;
  const word = new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu');
  return text.replaceAll(word, `@[${id}]`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
