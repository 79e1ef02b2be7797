import { matchesQuery } from '../../ui/text/match-query.ts';
import { plain } from '../../ui/text/plain.ts';
import { dateAtEnd, dateOf } from '../../ui/text/date-phrases.ts';

/** Something that a token can name: a person, a priority, a label. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Choices of a project, by the mark that begins their tokens. */
export interface LineChoices {
  readonly '@': readonly Named[];
  readonly '!': readonly Named[];
  readonly '#': readonly Named[];
}

export type Mark = keyof LineChoices;

/** Task as typed in one line; undefined fields were not named. */
export interface ParsedLine {
  /** Text without its tokens, spaces collapsed. */
  readonly name: string;
  /** Ids of people in the order of their tokens, without duplicates. */
  readonly people: readonly string[];
  readonly flag: string | undefined;
  readonly label: string | undefined;
  /** Calendar date of the due date. */
  readonly date: string | undefined;
}

interface Token {
  readonly mark: Mark;
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** `a@b.org` and `C#` contain no token: a mark begins a word. */
const MARK = /(?<=^|\s)[@!#](?=\S)/gu;
const WORD = /^[\p{L}\p{N}._-]+/u;

/**
 * Reads `Fix the roof @sofia !high fri #urgent`. A token names its choice by the whole name or by the
 * beginning of one of its words, when only one choice has it; any other marked word stays in the name. Of
 * several priorities, labels or dates the last one counts.
 */
export function parseLine(
  text: string,
  choices: LineChoices,
  today: string,
  { hasDates = true }: { readonly hasDates?: boolean } = {},
): ParsedLine {
  const tokens = tokensOf(text, choices);
  const rest = blanked(text, tokens);
  const due = hasDates ? dateAtEnd(rest, today) : undefined;
  const of = (mark: Mark) => tokens.filter((token) => token.mark === mark).map(({ id }) => id);
  return {
    name: (due === undefined ? rest : rest.slice(0, due.from)).trim().replaceAll(/\s+/g, ' '),
    people: [...new Set(of('@'))],
    flag: of('!').at(-1),
    label: of('#').at(-1),
    date: due?.date,
  };
}

/** The text with spaces for its tokens, so that a date before a token is at the end of the text. */
function blanked(text: string, tokens: readonly Token[]): string {
  return tokens.reduce(
    (line, { from, to }) => line.slice(0, from) + ' '.repeat(to - from) + line.slice(to),
    text,
  );
}

function tokensOf(text: string, choices: LineChoices): readonly Token[] {
  const tokens: Token[] = [];
  for (const { index: from, 0: sign } of text.matchAll(MARK)) {
    const mark = sign === '@' || sign === '!' ? sign : '#';
    const found = namedAt(text.slice(from + 1), choices[mark]);
    if (found !== undefined) tokens.push({ mark, id: found.id, from, to: from + 1 + found.length });
  }
  return tokens;
}

/** The text without its tokens of one mark; everything else is unchanged. */
export function withoutTokens(text: string, mark: Mark, choices: LineChoices): string {
  return text
    .split('\n')
    .map((line) =>
      tokensOf(line, choices)
        .filter((token) => token.mark === mark)
        .toReversed()
        .reduce(
          (rest, { from, to }) => rest.slice(0, from) + rest.slice(to).replace(/^ /, ''),
          line,
        ),
    )
    .join('\n');
}

/** The line with this date phrase instead of its own; undefined removes it. */
export function withDate(
  line: string,
  phrase: string | undefined,
  choices: LineChoices,
  today: string,
): string {
  const due = dateAtEnd(blanked(line, tokensOf(line, choices)), today);
  const rest = due === undefined ? line : line.slice(0, due.from) + line.slice(due.to);
  return `${tidy(rest)}${phrase === undefined ? '' : ` ${phrase}`} `.trimStart();
}

/** Due date that was chosen in a menu and is not in the text; null: the person wants none. */
export type PickedDate = string | null | undefined;

/**
 * The line after a date phrase was chosen, undefined: no due date. A line without a name keeps its text, since a date
 * is read only after a name; the date is returned as `picked`.
 */
export function pickDate(
  line: string,
  phrase: string | undefined,
  choices: LineChoices,
  today: string,
): { readonly text: string; readonly picked: PickedDate } {
  if (phrase === undefined) return { text: withDate(line, phrase, choices, today), picked: null };
  const hasName = parseLine(line, choices, today).name !== '';
  return hasName
    ? { text: withDate(line, phrase, choices, today), picked: undefined }
    : { text: line, picked: dateOf(phrase, today) };
}

/** Due date of a line: that in its text, else the chosen one, else the one of the composer's `day`. */
export function dueDateOf(
  inText: string | undefined,
  picked: PickedDate,
  day: string | undefined,
): string | undefined {
  if (inText !== undefined) return inText;
  return picked === undefined ? day : (picked ?? undefined);
}

/** The line with this label instead of its own; undefined removes it. */
export function withLabel(line: string, name: string | undefined, choices: LineChoices): string {
  const rest = tidy(withoutTokens(line, '#', choices));
  return `${rest}${name === undefined ? '' : ` #${name}`} `.trimStart();
}

function tidy(text: string): string {
  return text.trim().replaceAll(/ {2,}/g, ' ');
}

/** The choice that a text begins with, and how many characters of the text name it. */
function namedAt(
  text: string,
  choices: readonly Named[],
): { readonly id: string; readonly length: number } | undefined {
  const whole = choices
    .filter(({ name }) => beginsWith(text, name))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  if (whole !== undefined) return { id: whole.id, length: whole.name.length };
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const matches = matchesOf(word, choices);
  const [only] = matches;
  return only !== undefined && matches.length === 1
    ? { id: only.id, length: word.length }
    : undefined;
}

function beginsWith(text: string, name: string): boolean {
  const next = text.charAt(name.length);
  return plain(text.slice(0, name.length)) === plain(name) && !/[\p{L}\p{N}]/u.test(next);
}

/** Choices that the text of a token may mean. */
export function matchesOf(query: string, choices: readonly Named[]): readonly Named[] {
  return choices.filter(({ name }) => matchesQuery(name, query));
}

/** Token at the caret whose choice is being typed: its place and the text after its mark. */
export interface OpenToken {
  readonly mark: Mark;
  readonly from: number;
  readonly query: string;
}

export function tokenAt(text: string, caret: number): OpenToken | undefined {
  const before = text.slice(0, caret);
  const from = Math.max(...['@', '!', '#'].map((mark) => before.lastIndexOf(mark)));
  if (from === -1 || (from > 0 && !/\s/.test(before.charAt(from - 1)))) return undefined;
  const sign = before.charAt(from);
  const query = before.slice(from + 1);
  if (query.length > 40 || /\n/.test(query) || /^\s/.test(query) || /\s$/.test(query)) {
    return undefined;
  }
  return { mark: sign === '@' || sign === '!' ? sign : '#', from, query };
}

/** Lines of a pasted list, without empty ones, bullets, numbers and checkboxes before the text. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•–]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/u, '').trim())
    .filter((line) => line !== '');
}
