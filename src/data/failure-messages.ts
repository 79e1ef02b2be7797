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
export function failureMessage(failure: unknown, { fault, silence }: Fallback): string {
  if (!(failure instanceof CairnError)) return fault;
  if (failure.code === 'unavailable') {
    return navigator.onLine ? silence : 'You are offline. This needs a connection.';
  }
  return failure.message === '' ? fault : failure.message;
}
