/** Text of a field and its selection, in UTF-16 units. */
export interface FieldText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Replacement of the text from `from` to `to`, and the selection after it. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

export type Mark = '**' | '_' | '`';
export type LineKind = 'heading' | 'bullet' | 'number' | 'check' | 'quote';

/** Indentation, mark, space after it, box. */
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\](?:[ \t]+|$))?/;
const QUOTE = /^(?:[ \t]*>[ \t]?)+/;

/** Puts the mark around the selection, or removes it; without a selection the caret is between the two marks. */
export function toggleMark(text: FieldText, mark: Mark): TextEdit {
  const { value } = text;
  const { start, end } = withoutSpaces(text);
  const words = value.slice(start, end);
  const size = mark.length;
  if (value.slice(start - size, start) === mark && value.slice(end, end + size) === mark) {
    return replace({
      from: start - size,
      to: end + size,
      insert: words,
      at: 0,
      length: words.length,
    });
  }
  if (words.length >= 2 * size && words.startsWith(mark) && words.endsWith(mark)) {
    const inner = words.slice(size, -size);
    return replace({ from: start, to: end, insert: inner, at: 0, length: inner.length });
  }
  // Marks do not reach over lines of a list.
  const marked = words.includes('\n') ? eachLine(words, mark) : `${mark}${words}${mark}`;
  const isWhole = words.includes('\n');
  return replace({
    from: start,
    to: end,
    insert: marked,
    at: isWhole ? 0 : size,
    length: isWhole ? marked.length : words.length,
  });
}

/** Code in a line, or a block of code for several lines. */
export function toggleCode(text: FieldText): TextEdit {
  const { value, start, end } = text;
  if (!value.slice(start, end).includes('\n')) return toggleMark(text, '`');
  const { from, to } = linesOf(text);
  const lines = value.slice(from, to);
  const block = /^```.*\n([\s\S]*)\n```$/.exec(lines);
  const insert = block?.[1] ?? `\`\`\`\n${lines}\n\`\`\``;
  return replace({ from, to, insert, at: 0, length: insert.length });
}

/** Link with the selection as its text, or as its address; the part that is missing is selected or has the caret. */
export function insertLink(text: FieldText): TextEdit {
  const { value } = text;
  const { start, end } = withoutSpaces(text);
  const words = value.slice(start, end);
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(words)) {
    return replace({ from: start, to: end, insert: `[](${words})`, at: 1, length: 0 });
  }
  const insert = `[${words}](https://)`;
  const at = words === '' ? 1 : insert.length - 1;
  return replace({ from: start, to: end, insert, at, length: 0 });
}

/** Makes the lines of the selection headings, quotes or items of a list, or takes that from them. */
export function toggleLines(text: FieldText, kind: LineKind): TextEdit {
  const { from, to } = linesOf(text);
  const lines = text.value.slice(from, to).split('\n');
  const isEmptyToo = lines.length === 1;
  const concerned = lines.filter((line) => isEmptyToo || line.trim() !== '');
  const isOn = concerned.every((line) => kindOf(line) === kind);
  let number = 0;
  const changed = lines.map((line) => {
    if (!isEmptyToo && line.trim() === '') return line;
    const indentation = /^\s*/.exec(line)?.[0] ?? '';
    const words = line.slice(indentation.length + markOf(line, kind).length);
    if (isOn) return indentation + words;
    number += 1;
    return indentation + MARKS[kind](number) + words;
  });
  const insert = changed.join('\n');
  if (lines.length > 1) return replace({ from, to, insert, at: 0, length: insert.length });
  // The caret keeps its place in the words.
  const shift = insert.length - (to - from);
  const place = (at: number) => Math.max(0, at - from + shift);
  return replace({
    from,
    to,
    insert,
    at: place(text.start),
    length: place(text.end) - place(text.start),
  });
}

/** Line break in a list or a quote: begins the next item, or ends the list in an empty one; undefined elsewhere. */
export function continueLine({ value, start, end }: FieldText): TextEdit | undefined {
  if (start !== end) return undefined;
  const { from, to } = linesOf({ value, start, end });
  const line = value.slice(from, to);
  const mark = ITEM.exec(line)?.[0] ?? QUOTE.exec(line)?.[0];
  if (mark === undefined || start < from + mark.length) return undefined;
  if (line.slice(mark.length).trim() === '') {
    return replace({ from, to, insert: '', at: 0, length: 0 });
  }
  const insert = `\n${nextMark(mark)}`;
  return replace({ from: start, to: start, insert, at: insert.length, length: 0 });
}

/**
 * Nests the items of the selection under the item above, or moves them out; undefined where there is nothing to nest
 * under or to move out of, so that the key leaves the field.
 */
export function indentItems(text: FieldText, direction: 'in' | 'out'): TextEdit | undefined {
  const { value } = text;
  const { from, to } = linesOf(text);
  const lines = value.slice(from, to).split('\n');
  const first = ITEM.exec(lines[0] ?? '');
  if (first === null || !lines.every((line) => ITEM.test(line))) return undefined;
  const own = first[1]?.length ?? 0;
  const target = indentationFor(value.slice(0, Math.max(0, from - 1)).split('\n'), own, direction);
  if (target === undefined) return undefined;
  const changed = lines.map((line) => {
    const [indentation = ''] = /^\s*/.exec(line) ?? [];
    const width = Math.max(0, indentation.length + target - own);
    const words = line.slice(indentation.length);
    // A nested list begins at 1.
    return (
      ' '.repeat(width) + (direction === 'in' ? words.replace(/^\d{1,9}(?=[.)])/, '1') : words)
    );
  });
  const insert = changed.join('\n');
  if (lines.length > 1) return replace({ from, to, insert, at: 0, length: insert.length });
  const at = Math.max(0, text.end - from + insert.length - (to - from));
  return replace({ from, to, insert, at, length: 0 });
}

/** Indentation of a nested item is the place of the words of the item above. */
function indentationFor(
  above: readonly string[],
  own: number,
  direction: 'in' | 'out',
): number | undefined {
  if (direction === 'out' && own === 0) return undefined;
  for (const line of above.toReversed()) {
    const item = ITEM.exec(line);
    if (item === null) break;
    const [, indentation = '', mark = ''] = item;
    if (direction === 'in' && indentation.length <= own) {
      const words = indentation.length + mark.length + 1;
      return words > own ? words : undefined;
    }
    if (direction === 'out' && indentation.length < own) return indentation.length;
  }
  return direction === 'in' ? undefined : 0;
}

const MARKS: Readonly<Record<LineKind, (number: number) => string>> = {
  heading: () => '## ',
  bullet: () => '- ',
  number: (number) => `${number}. `,
  check: () => '- [ ] ',
  quote: () => '> ',
};

const HEADING = /^#{1,6}[ \t]+/;

function kindOf(line: string): LineKind | undefined {
  const item = ITEM.exec(line);
  if (item !== null) {
    if (item[4] !== undefined) return 'check';
    return /\d/.test(item[2] ?? '') ? 'number' : 'bullet';
  }
  const words = line.trimStart();
  if (HEADING.test(words)) return 'heading';
  return words.startsWith('>') ? 'quote' : undefined;
}

/** Mark that the line loses when it becomes a `kind`, behind its indentation; a list replaces another list. */
function markOf(line: string, kind: LineKind): string {
  const words = line.trimStart();
  if (kind === 'heading') return HEADING.exec(words)?.[0] ?? '';
  if (kind === 'quote') return /^>[ \t]?/.exec(words)?.[0] ?? '';
  return ITEM.exec(words)?.[0] ?? '';
}

function nextMark(mark: string): string {
  return mark
    .replace(/\d{1,9}(?=[.)])/, (number) => String(Number(number) + 1))
    .replace(/\[[xX]\]/, '[ ]')
    .replace(/\]$/, '] ');
}

function eachLine(words: string, mark: Mark): string {
  return words
    .split('\n')
    .map((line) => {
      const before = (ITEM.exec(line) ?? QUOTE.exec(line) ?? /^\s*/.exec(line))?.[0] ?? '';
      const own = line.slice(before.length).trimEnd();
      return own === '' ? line : `${before}${mark}${own}${mark}`;
    })
    .join('\n');
}

/** Whole lines of the selection, without the line break at their end. */
function linesOf({ value, start, end }: FieldText): { readonly from: number; readonly to: number } {
  const next = value.indexOf('\n', end);
  return { from: value.lastIndexOf('\n', start - 1) + 1, to: next === -1 ? value.length : next };
}

/** Selection without the spaces at its ends: a mark beside a space is none. */
function withoutSpaces({ value, start, end }: FieldText): { start: number; end: number } {
  const words = value.slice(start, end);
  if (words.trim() === '') return { start: end, end };
  return {
    start: start + words.length - words.trimStart().length,
    end: end - (words.length - words.trimEnd().length),
  };
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** Selection after it, within the inserted text. */
  readonly at: number;
  readonly length: number;
}

function replace({ from, to, insert, at, length }: Replacement): TextEdit {
  return { from, to, insert, start: from + at, end: from + at + length };
}
