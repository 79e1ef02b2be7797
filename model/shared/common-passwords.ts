import { dictionary } from '@zxcvbn-ts/language-common';

export const PASSWORD_TOO_COMMON =
  'This is one of the passwords that are guessed first. Choose a longer one, three or four words for example.';

/** The list without what is too short to be chosen anyway. Large: a page loads this module only when it is needed. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8),
);

/**
 * Whether a password is among those that are guessed first: the common ones of the package's list in any case, and one
 * character again and again. Length counts more than composition, so nothing else is asked of a password.
 */
export function isCommonPassword(password: string): boolean {
  const normalised = password.normalize('NFKC').toLowerCase().trim();
  return COMMON.has(normalised) || new Set(normalised).size === 1;
}
