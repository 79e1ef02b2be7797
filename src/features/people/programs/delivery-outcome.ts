import { i18n, message } from '../../../i18n/i18n.ts';

/** Reasons for which an attempt had no response, by the code of the error on the server. */
const REASONS = new Map([
  ['EPRIVATE', message('the address is not on the public internet')],
  ['ENOTFOUND', message('no server has this name')],
  ['EAI_AGAIN', message('the name could not be looked up')],
  ['ECONNREFUSED', message('the server refuses connections')],
  ['ECONNRESET', message('the connection broke off')],
  ['TimeoutError', message('no response in time')],
]);

/** Outcome of an attempt: the status of the response, or the reason why there was none; an unknown code as it is. */
export function outcomeText(outcome: string): string {
  const reason = REASONS.get(outcome);
  return reason === undefined ? outcome : i18n.t(reason);
}
