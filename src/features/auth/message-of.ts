import { CairnError } from '../../../model/shared/errors.ts';

/** Words for a failed call: the server's own, the state of the network, else the specification's. */
export function messageOf(failure: unknown, fallback: string): string {
  if (!(failure instanceof CairnError)) return fallback;
  if (failure.code === 'unavailable') {
    return navigator.onLine
      ? 'The server cannot be reached. Try again in a moment.'
      : 'You are offline. This needs a connection.';
  }
  return failure.message === '' ? fallback : failure.message;
}
