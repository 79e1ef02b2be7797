import { CairnError } from '../../model/shared/errors.ts';
import type { PasswordContext } from '../../model/shared/password-names.ts';

interface NewPassword {
  readonly password: string;
  readonly again: string;
}

/** Board spec, 5. */
const PASSWORDS_DIFFER = /*i18n*/ 'Passwords do not match!';

/**
 * Throws `invalid` for a new password that the server would refuse too, or that does not match its
 * repetition. The list of common passwords and the rule about names are loaded here; without them, the server decides
 * alone.
 */
export async function requireNewPassword(
  { password, again }: NewPassword,
  context: PasswordContext,
): Promise<void> {
  if (password !== again) throw invalid(PASSWORDS_DIFFER);
  const list = await import('../../model/shared/common-passwords.ts').catch(() => undefined);
  if (list?.isCommonPassword(password) === true) throw invalid(list.PASSWORD_TOO_COMMON);
  const names = await import('../../model/shared/password-names.ts').catch(() => undefined);
  if (names?.restsOnNames(password, context) === true) throw invalid(names.PASSWORD_OF_NAMES);
}

function invalid(message: string): CairnError {
  return new CairnError({ code: 'invalid', message });
}
