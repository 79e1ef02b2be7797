import { CairnError } from '../../model/shared/errors.ts';
import { isCleanText } from '../../model/shared/text.ts';

/** Rejects NUL and lone surrogates anywhere in the input of a call: no database stores them. */
export function requireCleanText(input: unknown): void {
  if (!isClean(input)) {
    throw new CairnError({
      code: 'invalid',
      message: /*i18n*/ 'The request contains characters that cannot be stored',
    });
  }
}

function isClean(input: unknown): boolean {
  if (typeof input === 'string') return isCleanText(input);
  if (Array.isArray(input)) return input.every((item) => isClean(item));
  if (typeof input !== 'object' || input === null) return true;
  return Object.entries(input).every(([key, value]) => isCleanText(key) && isClean(value));
}
