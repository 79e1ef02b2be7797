import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffText } from '../../../../src/ui/text/text-diff.ts';

const side = (runs: ReturnType<typeof diffText>, other: 'left' | 'right') =>
  runs
    .filter((run) => run.kind !== other)
    .map((run) => run.text)
    .join('');

describe('word diff of two texts', () => {
  it('marks only the words that differ', () => {
    expect(diffText('wind under 5 m/s', 'wind under 11 m/s')).toEqual([
      { kind: 'same', text: 'wind under ' },
      { kind: 'left', text: '5' },
      { kind: 'right', text: '11' },
      { kind: 'same', text: ' m/s' },
    ]);
  });

  it('contains each side completely, whatever the texts are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'cairn'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const runs = diffText(left.join(''), right.join(''));
        expect(side(runs, 'right')).toBe(left.join(''));
        expect(side(runs, 'left')).toBe(right.join(''));
      }),
    );
  });

  it('marks nothing in equal texts', () => {
    expect(diffText('the same words', 'the same words').map((run) => run.kind)).toEqual(['same']);
  });

  it('stays quick on long texts that share nothing', () => {
    const left = Array.from({ length: 3000 }, (_, index) => `l${index}`).join(' ');
    const right = Array.from({ length: 3000 }, (_, index) => `r${index}`).join(' ');
    expect(side(diffText(left, right), 'right')).toBe(left);
  });
});
