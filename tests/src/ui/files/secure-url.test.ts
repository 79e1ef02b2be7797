import { expect, it } from 'vitest';
import { secureUrl } from '../../../../src/ui/files/file-format.ts';

it('an http link to a file of ours becomes https, every other link stays as its author wrote it', () => {
  expect(secureUrl('http://cairn.example/rest/files/1')).toBe('https://cairn.example/rest/files/1');
  for (const url of [
    'http://maps.example/path',
    'http://printer.local/rest/',
    '/rest/files/1',
    'blob:http://cairn.example/1',
  ]) {
    expect(secureUrl(url)).toBe(url);
  }
});
