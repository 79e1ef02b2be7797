import { expect, it } from 'vitest';
import { inEnglish, message, verbatim } from '../../../model/shared/message.ts';

it('a message in English has its values in place of the names', () => {
  const renamed = message('Rename {before} to {name}', { before: 'Ada', name: '{before}' });
  expect(inEnglish(renamed)).toBe('Rename Ada to {before}');
  expect(inEnglish(message('Move a card'))).toBe('Move a card');
});

it('a text that is in no catalogue stays as it is', () => {
  expect(inEnglish(verbatim('Rope {and} hook'))).toBe('Rope {and} hook');
});
