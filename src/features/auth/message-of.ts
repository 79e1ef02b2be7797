import { failureMessage } from '../../data/failure-messages.ts';

/** Text for a failed request: the server's, the state of the network, or the specification's. */
export function messageOf(failure: unknown, fallback: string): string {
  return failureMessage(failure, {
    fault: fallback,
    silence: 'The server cannot be reached. Try again in a moment.',
  });
}
