import { CairnError } from '../../model/shared/errors.ts';
import { i18n, translated } from '../i18n/i18n.ts';

interface Fallback {
  /** Text for an internal error, which has no text of its own. */
  readonly fault: string;
  /** Text when no response arrived although the device is online: the change may have been made. */
  readonly silence: string;
}

/**
 * Text for a failed request that only the server can serve. Distinguishes a refusal (the server's own text),
 * no network, no response, and an internal error of Cairn.
 */
export function failureMessage(failure: unknown, { fault, silence }: Fallback): string {
  if (!(failure instanceof CairnError)) return fault;
  if (failure.code === 'unavailable') {
    return navigator.onLine ? silence : i18n.t('You are offline. This needs a connection.');
  }
  return failure.message === '' ? fault : translated(failure.message);
}
