import { dictionary } from '@zxcvbn-ts/language-common';

export const PASSWORD_TOO_COMMON =
  /*i18n*/ 'This is one of the passwords that are guessed first. Choose a longer one, three or four words for example.';

/**
 * The list without passwords that are too short to be chosen anyway. It is large: a page loads this
 * module only when it is needed.
 */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8),
);

/**
 * True for a common password: one of the package's list in any case, or one repeated character.
 * Length counts more than composition, so there is no other requirement.
 */
export function isCommonPassword(password: string): boolean {
  const normalised = password.normalize('NFKC').toLowerCase().trim();
  return COMMON.has(normalised) || new Set(normalised).size === 1;
}
