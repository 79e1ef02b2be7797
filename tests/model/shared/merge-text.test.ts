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
