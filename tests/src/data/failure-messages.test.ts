import { afterEach, expect, it, vi } from 'vitest';
import { CairnError, type ErrorCode, refuse } from '../../../model/shared/errors.ts';
import { failureMessage } from '../../../src/data/failure-messages.ts';
import { loginFailure, signUpFailure } from '../../../src/data/session-failures.ts';

const words = { fault: 'A fault of ours', silence: 'No answer came' };
const failure = (code: ErrorCode, message = '') => new CairnError(refuse(code, message));

afterEach(() => vi.unstubAllGlobals());

it('a refusal, no network, no response and an internal error have texts of their own', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureMessage(failure('forbidden', 'Only level 1'), words)).toBe('Only level 1');
  expect(failureMessage(failure('unavailable', 'x'), words)).toBe('No answer came');
  expect(failureMessage(new TypeError('x is not a function'), words)).toBe('A fault of ours');
  expect(failureMessage(failure('internal'), words)).toBe('A fault of ours');
  vi.stubGlobal('navigator', { onLine: false });
  expect(failureMessage(failure('unavailable', 'x'), words)).toBe(
    'You are offline. This needs a connection.',
  );
  expect(failureMessage(failure('forbidden', 'Only level 1'), words)).toBe('Only level 1');
});

it('a failed sign-up shows the specified sentence followed by the reason', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(signUpFailure(new TypeError('x is not a function'))).toBe('Error during sign up.');
  expect(signUpFailure(failure('invalid', 'The address is wrong'))).toBe(
    'Error during sign up. The address is wrong',
  );
  expect(signUpFailure(failure('unavailable', 'x'))).toMatch(/^Error during sign up\. The server/);
});

it("a failed sign-in shows the server's message, or the specified sentence", () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(loginFailure(failure('bad_credentials', 'Not right'))).toBe('Not right');
  expect(loginFailure(failure('internal'))).toBe('An error occurred during login');
  expect(loginFailure(new TypeError('x'))).toBe('An error occurred during login');
  expect(loginFailure(failure('unavailable', 'x'))).toBe(
    'An error occurred during login. You are offline. This needs a connection.',
  );
});
