import { CairnError } from '../../model/shared/errors.ts';
import { i18n, message, translated } from '../i18n/i18n.ts';
import { failureMessage } from './failure-messages.ts';

const SILENCE = message('The server cannot be reached. Try again in a moment.');

/** Sign-up (board spec, 8): the specified sentence for every failure, followed by the reason where it is known. */
export function signUpFailure(failure: unknown): string {
  return explained(i18n.t('Error during sign up.'), failure);
}

/**
 * Sign-in (sessions spec, 8): the server's message; without one the specified sentence, followed by the
 * reason where it is known.
 */
export function loginFailure(failure: unknown): string {
  const isAnswer = failure instanceof CairnError && failure.code !== 'unavailable';
  return isAnswer && failure.message !== ''
    ? translated(failure.message)
    : explained(i18n.t('An error occurred during login'), failure);
}

/**
 * Ways to prove oneself besides the password, when it was right and the account asks for one more: `passkey`, `totp`,
 * `recovery`. Undefined for every other failure.
 */
export function factorMethods(failure: unknown): readonly unknown[] | undefined {
  if (!(failure instanceof CairnError) || failure.code !== 'factor_required') return undefined;
  const { methods } = failure.details;
  const found: readonly unknown[] = Array.isArray(methods) ? methods : [];
  return found;
}

function explained(text: string, failure: unknown): string {
  const why = failureMessage(failure, { fault: '', silence: i18n.t(SILENCE) });
  if (why === '') return text;
  return text.endsWith('.') ? `${text} ${why}` : `${text}. ${why}`;
}
