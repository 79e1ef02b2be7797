import { CairnError } from '../../model/shared/errors.ts';

interface Fallback {
  /** For a fault of ours, which has no words of its own. */
  readonly fault: string;
  /** What is to be thought when no answer came though there is a network: a change may have been made all the same. */
  readonly silence: string;
}

/**
 * Why something that only the server can do did not succeed, told apart for a person: the server said no (its own
 * sentence), there is no network, the server did not answer, or Cairn itself has a fault.
 */
export function failureWords(failure: unknown, { fault, silence }: Fallback): string {
  if (!(failure instanceof CairnError)) return fault;
  if (failure.code === 'unavailable') {
    return navigator.onLine ? silence : 'You are offline. This needs a connection.';
  }
  return failure.message === '' ? fault : failure.message;
}

const SILENCE = 'The server cannot be reached. Try again in a moment.';

/** Sign-up (board spec, 8): its sentence for every failure, and why after it where that is known. */
export function signUpFailure(failure: unknown): string {
  return explained('Error during sign up.', failure);
}

/** Sign-in (sessions spec, 8): the server's message; without one its sentence, and why after it where that is known. */
export function loginFailure(failure: unknown): string {
  const isAnswer = failure instanceof CairnError && failure.code !== 'unavailable';
  return isAnswer && failure.message !== ''
    ? failure.message
    : explained('An error occurred during login', failure);
}

function explained(text: string, failure: unknown): string {
  const why = failureWords(failure, { fault: '', silence: SILENCE });
  if (why === '') return text;
  return text.endsWith('.') ? `${text} ${why}` : `${text}. ${why}`;
}
