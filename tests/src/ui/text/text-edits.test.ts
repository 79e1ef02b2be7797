import { describe, expect, it } from 'vitest';
import {
  continueLine,
  type FieldText,
  indentItems,
  insertLink,
  type TextEdit,
  toggleCode,
  toggleLines,
  toggleMark,
} from '../../../../src/ui/text/text-edits.ts';

/** A field as one text: `‹` and `›` are the ends of the selection, `|` is the caret. */
function fieldOf(shown: string): FieldText {
  const value = shown.replaceAll(/[‹›|]/g, '');
  const start = shown.search(/[‹|]/);
  const end = shown.includes('›') ? shown.indexOf('›') - 1 : start;
  return { value, start, end };
}

function shownAfter({ value }: FieldText, edit: TextEdit | undefined): string | undefined {
  if (edit === undefined) return undefined;
  const after = value.slice(0, edit.from) + edit.insert + value.slice(edit.to);
  const [before, selected, rest] = [
    after.slice(0, edit.start),
    after.slice(edit.start, edit.end),
    after.slice(edit.end),
  ];
  return selected === '' ? `${before}|${rest}` : `${before}‹${selected}›${rest}`;
}

function made(shown: string, edit: (field: FieldText) => TextEdit | undefined): string | undefined {
  const field = fieldOf(shown);
  return shownAfter(field, edit(field));
}

describe('marks', () => {
  it.each([
    ['a ‹word› b', 'a **‹word›** b'],
    ['a ‹word ›b', 'a **‹word›** b'],
    ['a **‹word›** b', 'a ‹word› b'],
    ['a ‹**word**› b', 'a ‹word› b'],
    ['a | b', 'a **|** b'],
    ['**|**', '|'],
    ['‹- one\n- [ ] two›', '‹- **one**\n- [ ] **two**›'],
  ])('bold makes %j of the selection to %j', (before, after) => {
    expect(made(before, (field) => toggleMark(field, '**'))).toBe(after);
  });

  it('code is a block for several lines, and a link has the selection as text or address', () => {
    expect(made('a ‹b› c', toggleCode)).toBe('a `‹b›` c');
    expect(made('‹a\nb›', toggleCode)).toBe('‹```\na\nb\n```›');
    expect(made('‹```\na\nb\n```›', toggleCode)).toBe('‹a\nb›');
    expect(made('see ‹map›', insertLink)).toBe('see [map](https://|)');
    expect(made('‹https://x.example›', insertLink)).toBe('[|](https://x.example)');
    expect(made('|', insertLink)).toBe('[|](https://)');
  });
});

describe('lines', () => {
  it.each([
    ['heading', 'ab|c', '## ab|c'],
    ['heading', '### ab|c', 'ab|c'],
    ['bullet', '|', '- |'],
    ['check', '- ro|pe', '- [ ] ro|pe'],
    ['check', '‹rope\n\npegs›', '‹- [ ] rope\n\n- [ ] pegs›'],
    ['number', '‹- rope\n- [x] pegs›', '‹1. rope\n2. pegs›'],
    ['number', '‹1. rope\n2. pegs›', '‹rope\npegs›'],
    ['quote', 'one\ntw|o', 'one\n> tw|o'],
  ] as const)('%s makes %j to %j', (kind, before, after) => {
    expect(made(before, (field) => toggleLines(field, kind))).toBe(after);
  });

  it.each([
    ['- rope|', '- rope\n- |'],
    ['- ro|pe', '- ro\n- |pe'],
    ['  2. [x] rope|', '  2. [x] rope\n  3. [ ] |'],
    ['> one|', '> one\n> |'],
    ['- rope\n- |', '- rope\n|'],
    ['- [ ] |', '|'],
    ['- [ ]|', '|'],
  ])('Enter makes %j to %j', (before, after) => {
    expect(made(before, continueLine)).toBe(after);
  });

  it('Enter is left to the field outside of a list, before its mark and with a selection', () => {
    for (const shown of ['rope|', '|- rope', '-|', '- ‹rope›', '']) {
      expect(made(shown, continueLine)).toBeUndefined();
    }
  });
});

describe('nesting', () => {
  it('is under the words of the item above, and back', () => {
    const nest = (field: FieldText) => indentItems(field, 'in');
    const unnest = (field: FieldText) => indentItems(field, 'out');
    expect(made('- rope\n- peg|s', nest)).toBe('- rope\n  - peg|s');
    expect(made('10. rope\n- peg|s', nest)).toBe('10. rope\n    - peg|s');
    expect(made('1. rope\n2. pegs|', nest)).toBe('1. rope\n   1. pegs|');
    expect(made('- a\n  - b\n- c|', nest)).toBe('- a\n  - b\n  - c|');
    expect(made('- a\n‹- b\n- c›', nest)).toBe('- a\n‹  - b\n  - c›');
    expect(made('- a\n  - b|', unnest)).toBe('- a\n- b|');
  });

  it('leaves Tab to the page in the first item, at the outermost level and outside of lists', () => {
    expect(made('- rope|', (field) => indentItems(field, 'in'))).toBeUndefined();
    expect(made('- a\n  - b|', (field) => indentItems(field, 'in'))).toBeUndefined();
    expect(made('- a\n- b|', (field) => indentItems(field, 'out'))).toBeUndefined();
    expect(made('- a\nwords|', (field) => indentItems(field, 'in'))).toBeUndefined();
  });
});
