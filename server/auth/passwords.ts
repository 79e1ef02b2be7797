import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword, PASSWORD_TOO_COMMON } from '../../model/shared/common-passwords.ts';
import { CairnError } from '../../model/shared/errors.ts';
import {
  PASSWORD_OF_NAMES,
  type PasswordContext,
  restsOnNames,
} from '../../model/shared/password-names.ts';

/** Cost of Argon2id: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Cost outside tests: 19 MiB and two passes, as OWASP recommends for Argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * True when the password matches the stored hash. Without a stored hash it does the same work against a hash of its
   * own and returns false, so that an unknown address takes as long as a known one.
   */
  readonly matches: (password: string, stored: string | null | undefined) => Promise<boolean>;
}

/** Throws `invalid` for a password that is too common to choose; an existing password stays valid. */
export function requireUncommon(password: string): void {
  if (!isCommonPassword(password)) return;
  throw new CairnError({
    code: 'invalid',
    message: PASSWORD_TOO_COMMON,
    details: { field: 'password' },
  });
}

/** Throws `invalid` for a chosen password that rests on names of its person, their organisations or the product. */
export function requireNoNames(password: string, context: PasswordContext): void {
  if (!restsOnNames(password, context)) return;
  throw new CairnError({
    code: 'invalid',
    message: PASSWORD_OF_NAMES,
    details: { field: 'password' },
  });
}

/** `nobody` is a random secret: the password of the hash against which unknown addresses are checked. */
export function createPasswords(cost: PasswordCost, nobody: string): Passwords {
  // Argon2id, version 1.3, is the library's default; its enum cannot be named under type stripping.
  const hashOf = (password: string) => hash(password.normalize('NFKC'), cost);
  const decoy = hashOf(nobody);
  return {
    hash: hashOf,
    matches: async (password, stored) => {
      const agrees = await verify(stored ?? (await decoy), password.normalize('NFKC'));
      return agrees && stored !== null && stored !== undefined;
    },
  };
}
