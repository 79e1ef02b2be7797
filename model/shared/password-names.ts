import { codePoints } from './text.ts';

/** Code points of the shortest password (board spec, 5 and 9). */
export const PASSWORD_MIN = 8;

/** For a password that rests on names. */
export const PASSWORD_OF_NAMES =
  /*i18n*/ 'Your name, your e-mail address, the name of your organisation and “Cairn” are guessed first. Choose a password with at least 8 other characters.';

/** What is known about a person when they choose a password. */
export interface PasswordContext {
  /** Names of the person and of their organisations. */
  readonly names: readonly string[];
  readonly email: string;
}

/** Words of every password of this product (ASVS 6.1.2). */
const PRODUCT = ['cairn'];
/** Shorter parts of a name are in many words. */
const SHORTEST = 3;

/**
 * True for a password that is too short without the words of its context: the product's name, those of the person and
 * of their organisations, and the parts of the e-mail address (ASVS 6.2.11). Such words count for nothing; a password
 * that is long enough without them may contain them.
 */
export function restsOnNames(password: string, context: PasswordContext): boolean {
  let rest = normalised(password);
  for (const word of wordsOf(context)) rest = rest.replaceAll(word, '');
  return codePoints(rest) < PASSWORD_MIN;
}

/** The longest first, since a name may contain another one. */
function wordsOf({ names, email }: PasswordContext): readonly string[] {
  const whole = [...names, email, email.split('@', 1)[0] ?? ''].map(normalised);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const squeezed = whole.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  const words = new Set([...PRODUCT, ...whole, ...parts, ...squeezed]);
  return [...words]
    .filter((word) => codePoints(word) >= SHORTEST)
    .toSorted((left, right) => right.length - left.length);
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
