import { expect, it } from 'vitest';
import {
  mentionsOf,
  piecesOf,
  storeMentions,
  withMentionNames,
} from '../../../model/shared/mentions.ts';

const people = [
  { id: '7', name: 'Ann' },
  { id: '8', name: 'Ann Other' },
  { id: '9', name: 'Åsa (Oslo)' },
];
const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? 'Unknown person';

it("a mention is stored as the person's id; the longest name wins, and only whole names count", () => {
  expect(storeMentions('@Ann Other and @Ann, not @Anna; @Åsa (Oslo)!', people)).toBe(
    '@[8] and @[7], not @Anna; @[9]!',
  );
});

it('a stored mention is displayed as a name and stored again unchanged', () => {
  const stored = 'Ask @[8], @[7] and @[9]. mail@[7]';
  expect(withMentionNames(stored, nameOf)).toBe('Ask @Ann Other, @Ann and @Åsa (Oslo). mail@Ann');
  expect(storeMentions(withMentionNames(stored, nameOf), people)).toBe(stored);
});

it('names each person once, in the order of the text', () => {
  expect(mentionsOf('@[8] @[7] @[8] @[0] @[x]')).toEqual(['8', '7']);
});

it('a text is split into words and mentions without loss', () => {
  expect(piecesOf('', nameOf)).toEqual([{ text: '' }]);
  expect(piecesOf('@[7]: go', nameOf)).toEqual([{ text: '@Ann', mention: '7' }, { text: ': go' }]);
});
