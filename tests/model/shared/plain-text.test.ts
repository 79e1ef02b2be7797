import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../model/shared/plain-text.ts';

describe('plain text of Markdown', () => {
  it.each([
    ['a heading', '## The hut\nIs **closed**', 'The hut\nIs closed'],
    [
      'emphasis',
      'a **bold**, *slanted*, _slanted_ and ~~old~~ word',
      'a bold, slanted, slanted and old word',
    ],
    ['code', 'Run `npm start`\n```sh\nnpm test\n```', 'Run npm start\nnpm test'],
    ['lists', '- rope\n* pegs\n1. tent', '• rope\n• pegs\n1. tent'],
    ['checklists', '- [ ] rope\n- [x] pegs\n2. [x] tent', '• rope\n• pegs\n2. tent'],
    ['a quote', '> > Meet at noon\n> or later', 'Meet at noon\nor later'],
    [
      'links and images',
      'See [the map](https://x.example/a "b") ![hut](https://x.example/h.png)',
      'See the map hut',
    ],
    ['addresses', 'At <https://x.example/> now', 'At https://x.example/ now'],
    ['tables', '| a | b |\n|---|:-:|\n| 1 | 2 |', 'a   b\n1   2'],
    ['escapes and rules', '5 \\* 3\n\n---\n\nend', '5 * 3\nend'],
  ])('lacks the marks of %s', (_what, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it.each([
    'Meet at the hut, 3 * 4 people; see snake_case_names, a-b and C# (v2) [sic].',
    'Ask @[7](soon) or @[12]',
    'https://cairn.example/workspace/hut?task=1',
  ])('leaves a text without marks as it is: %s', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it('accepts every text, and long runs of marks at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof plainText(text) === 'string'),
    );
    for (const run of ['*', '**a ', '_a ', '`', '[', '[a](', '> ', '- ', '-', '|', '\n', ' \n']) {
      expect(typeof plainText(run.repeat(50_000 / run.length))).toBe('string');
    }
  });
});
