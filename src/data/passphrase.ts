import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { i18n, message } from '../i18n/i18n.ts';

/** Fewest characters of a passphrase. */
export const PASSPHRASE_LENGTH = 12;

export type Strength = 'short' | 'common' | 'fair' | 'strong';

/** Strength against guessing; the list of common passwords is loaded here. */
export async function strengthOf(passphrase: string): Promise<Strength> {
  const length = Array.from(passphrase).length;
  if (length < PASSPHRASE_LENGTH) return 'short';
  const list = await import('../../model/shared/common-passwords.ts').catch(() => undefined);
  const words = passphrase.trim().split(/\s+/);
  const isCommon = list !== undefined && words.every((word) => list.isCommonPassword(word));
  if (isCommon && words.length < 4) return 'common';
  const isVaried = new Set(passphrase.toLowerCase()).size >= 8;
  return length >= 20 && isVaried ? 'strong' : isVaried ? 'fair' : 'common';
}

/** Undefined for an empty field and while the list of common passwords is loaded. */
export function useStrength(passphrase: string): Strength | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly strength: Strength }>();
  useEffect(() => {
    let isOver = false;
    void strengthOf(passphrase).then((strength) => {
      if (!isOver) setFound({ of: passphrase, strength });
    });
    return () => {
      isOver = true;
    };
  }, [passphrase]);
  return passphrase !== '' && found?.of === passphrase ? found.strength : undefined;
}

export const EMPTY_PASSPHRASE = { passphrase: '', again: '' };

const SHORT = message('At least {count} characters', { count: PASSPHRASE_LENGTH });
const COMMON = message(
  'This is guessed first. Choose four or more words that do not belong together.',
);
const DIFFERENT = message('The two passphrases differ');

/** Text of a strength. */
export const STRENGTHS: Readonly<Record<Strength, ReturnType<typeof message>>> = {
  short: SHORT,
  common: COMMON,
  fair: message('Strength: fair. More words are better.'),
  strong: message('Strength: good'),
};

/** Rules of a form with a new passphrase and its repetition. */
export const passphraseRules = ({ passphrase }: typeof EMPTY_PASSPHRASE) =>
  v.object({
    passphrase: v.pipe(
      v.string(),
      v.check(
        (text) => Array.from(text).length >= PASSPHRASE_LENGTH,
        () => i18n.t(SHORT),
      ),
    ),
    again: v.pipe(
      v.string(),
      v.check(
        (text) => text === passphrase,
        () => i18n.t(DIFFERENT),
      ),
    ),
  });
