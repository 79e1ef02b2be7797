import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAcrossHistories, mergeText } from '../../../model/shared/merge-text.ts';

const clean = (text: string) => ({ kind: 'clean', text });
const text = fc
  .array(fc.constantFrom('stone', 'path ', 'fog\n', 'hut', '\n', ' ', 'wind and rain\n'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

describe('[MUT-8.1] three-way merge of long texts', () => {
  it('joins edits of different lines', () => {
    expect(mergeText('one\ntwo\nthree\n', 'ONE\ntwo\nthree\n', 'one\ntwo\nTHREE\n')).toEqual(
      clean('ONE\ntwo\nTHREE\n'),
    );
  });

  it('joins edits of different words of one line', () => {
    expect(mergeText('meet at the hut', 'meet at the old hut', 'Meet at the hut')).toEqual(
      clean('Meet at the old hut'),
    );
  });

  it('keeps both versions apart when the same words were changed differently', () => {
    expect(mergeText('meet at noon', 'meet at one', 'meet at two')).toEqual({ kind: 'overlap' });
  });

  it('keeps an insertion at the same place once when both wrote the same', () => {
    expect(mergeText('a\nc\n', 'a\nb\nc\n', 'a\nb\nc\n')).toEqual(clean('a\nb\nc\n'));
  });

  it('keeps the only changed side, whatever the texts are', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeText(base, other, base)).toEqual(clean(other));
        expect(mergeText(base, base, other)).toEqual(clean(other));
        expect(mergeText(base, other, other)).toEqual(clean(other));
      }),
    );
  });

  it('gives the same result with the sides exchanged', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(mergeText(base, mine, theirs)).toEqual(mergeText(base, theirs, mine));
      }),
    );
  });

  it('never drops a word that one side added and the other did not change', () => {
    fc.assert(
      fc.property(text, text, (base, theirs) => {
        const merged = mergeText(base, `${base}\nQUARTZ`, theirs);
        if (merged.kind === 'clean') expect(merged.text).toContain('QUARTZ');
      }),
    );
  });
});

describe('[MUT-8.1] merge of checklists', () => {
  const list = '# Packing\n- [ ] rope\n- [ ] pegs\n- [x] tent\n';
  const ticked = list.replace('[ ] rope', '[x] rope');

  it('joins ticks of different items', () => {
    const other = list.replace('[ ] pegs', '[x] pegs').replace('[x] tent', '[ ] tent');
    expect(mergeText(list, ticked, other)).toEqual(
      clean('# Packing\n- [x] rope\n- [x] pegs\n- [ ] tent\n'),
    );
  });

  it('ticks an item once when both ticked it', () => {
    const more = ticked.replace('[ ] pegs', '[x] pegs');
    expect(mergeText(list, ticked, more)).toEqual(clean(more));
    expect(mergeText(list, ticked, ticked.replace('[x] rope', '[X] rope')).kind).toBe('clean');
  });

  it.each([
    ['its last word', '- [ ] ropes', '- [x] ropes'],
    ['its first words', '- [ ] a long rope', '- [x] a long rope'],
    ['all of its words', '- [ ] two slings', '- [x] two slings'],
    ['its list mark', '1. [ ] rope', '1. [x] rope'],
    ['the line above it', '- [ ] a map\n- [ ] rope', '- [ ] a map\n- [x] rope'],
    ['the line below it', '- [ ] rope\n- [ ] a map', '- [x] rope\n- [ ] a map'],
  ])('keeps a tick while the other side changes %s', (_what, edited, merged) => {
    const theirs = list.replace('- [ ] rope', edited);
    expect(mergeText(list, ticked, theirs)).toEqual(clean(list.replace('- [ ] rope', merged)));
  });

  it('keeps several cleared boxes while the other side changes words', () => {
    const base = '- [x] rope\n- [x] pegs';
    expect(mergeText(base, '- [ ] rope\n- [ ] pegs', '- [x] long rope\n- [x] pegs')).toEqual(
      clean('- [ ] long rope\n- [ ] pegs'),
    );
  });

  it('asks when the other side wrote another item above and changed the words of the ticked one', () => {
    expect(mergeText(list, ticked, list.replace('- [ ] rope', '- [ ] a map\n- [ ] ropes'))).toEqual(
      { kind: 'overlap' },
    );
  });

  it('asks when one side removed the item that the other ticked', () => {
    expect(mergeText(list, ticked, list.replace('- [ ] rope\n', ''))).toEqual({ kind: 'overlap' });
  });

  const items = fc.array(
    fc.record({
      name: fc.constantFrom('rope', 'pegs', '', 'a [ ] b'),
      base: fc.boolean(),
      mine: fc.boolean(),
      theirs: fc.boolean(),
    }),
    { maxLength: 8 },
  );

  it('keeps every tick of both sides, also of items with equal words', () => {
    fc.assert(
      fc.property(items, (all) => {
        const write = (isTicked: (item: (typeof all)[number]) => boolean) =>
          all.map((item) => `- [${isTicked(item) ? 'x' : ' '}] ${item.name}\n`).join('');
        const [base, mine, theirs] = [
          write((item) => item.base),
          write((item) => item.mine),
          write((item) => item.theirs),
        ];
        const merged = write((item) => (item.mine === item.base ? item.theirs : item.mine));
        expect(mergeText(base, mine, theirs)).toEqual(clean(merged));
      }),
    );
  });

  it('keeps every tick while the other side writes at the end of the items', () => {
    fc.assert(
      fc.property(items, (all) => {
        const write = (side: 'base' | 'mine', suffix: (index: number) => string) =>
          all
            .map((item, index) => `- [${item[side] ? 'x' : ' '}] item ${index}${suffix(index)}\n`)
            .join('');
        const suffix = (index: number) => (all[index]?.theirs === true ? ' and more' : '');
        const none = () => '';
        expect(mergeText(write('base', none), write('mine', none), write('base', suffix))).toEqual(
          clean(write('mine', suffix)),
        );
      }),
    );
  });
});

describe('[EPOCH-1.7] merge with a text of a possibly earlier time', () => {
  it('keeps text that an older version does not contain yet', () => {
    expect(mergeAcrossHistories('theirs start', 'theirs start mine', 'start')).toEqual(
      clean('theirs start mine'),
    );
  });

  it('adds newer text, and removes text that the person deleted', () => {
    expect(mergeAcrossHistories('old start here', 'start here', 'old start here now')).toEqual(
      clean('start here now'),
    );
  });

  it("gives the person's text when the other text is a part of its base", () => {
    const parts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(parts, text, (words, mine) => {
        const base = words.map(([word]) => `${word} `).join('');
        const older = words.flatMap(([word, was]) => (was ? [`${word} `] : [])).join('');
        expect(mergeAcrossHistories(base, mine, older)).toEqual(clean(mine));
      }),
    );
  });
});
