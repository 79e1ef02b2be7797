import { failureMessage } from '../../data/failure-messages.ts';
import { i18n } from '../../i18n/i18n.ts';

/** Text for a failed request: the server's, the state of the network, or the specification's. */
export function messageOf(failure: unknown, fallback: string): string {
  return failureMessage(failure, {
    fault: fallback,
    silence: i18n.t('The server cannot be reached. Try again in a moment.'),
  });
}
