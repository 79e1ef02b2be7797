import { failureWords } from '../../data/failure-words.ts';

/** Words for a failed call: the server's own, the state of the network, else the specification's. */
export function messageOf(failure: unknown, fallback: string): string {
  return failureWords(failure, {
    fault: fallback,
    silence: 'The server cannot be reached. Try again in a moment.',
  });
}
