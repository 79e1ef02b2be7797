import { afterEach, expect, it, vi } from 'vitest';
import { CairnError, type ErrorCode, refuse } from '../../../model/shared/errors.ts';
import { failureWords } from '../../../src/data/failure-words.ts';

const words = { fault: 'A fault of ours', silence: 'No answer came' };
const failure = (code: ErrorCode, message = '') => new CairnError(refuse(code, message));

afterEach(() => vi.unstubAllGlobals());

it('a refusal, no network, no answer and a fault of ours have words of their own', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureWords(failure('forbidden', 'Only level 1'), words)).toBe('Only level 1');
  expect(failureWords(failure('unavailable', 'x'), words)).toBe('No answer came');
  expect(failureWords(new TypeError('x is not a function'), words)).toBe('A fault of ours');
  expect(failureWords(failure('internal'), words)).toBe('A fault of ours');
  vi.stubGlobal('navigator', { onLine: false });
  expect(failureWords(failure('unavailable', 'x'), words)).toBe(
    'You are offline. This needs a connection.',
  );
  expect(failureWords(failure('forbidden', 'Only level 1'), words)).toBe('Only level 1');
});
