import { failureMessage } from '../../data/failure-messages.ts';

/** Words for a failed call: the server's own, the state of the network, else the specification's. */
export function messageOf(failure: unknown, fallback: string): string {
  return failureMessage(failure, {
    fault: fallback,
    silence: 'The server cannot be reached. Try again in a moment.',
  });
}
