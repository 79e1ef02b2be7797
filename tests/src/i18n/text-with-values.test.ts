import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CairnError } from '../../../model/shared/errors.ts';
import { inEnglish } from '../../../model/shared/message.ts';
import { TEXTS_WITH_VALUES } from '../../../model/shared/texts-with-values.ts';
import { prepareMutation } from '../../../model/mutations/registry.ts';
import { tooLarge } from '../../../server/files/intake.ts';
import { notForThisAccount } from '../../../server/invitations/accept-invitation.ts';
import { i18n, translated } from '../../../src/i18n/i18n.ts';
import { messages } from '../../../src/i18n/de/catalogue.ts';

/** Values with the characters that a pattern reads. */
const VALUES = {
  email: 'a.b+c@(x).example',
  megabytes: 25,
  seconds: 40,
  count: 8,
  number: '7',
  name: '{name}$1',
};

describe('a text that the server has filled with values', () => {
  it('stays as it is in English', () => {
    const text = notForThisAccount(VALUES.email).message;
    expect(translated(text)).toBe(text);
  });

  describe('in German', () => {
    beforeAll(() => i18n.loadAndActivate({ locale: 'de', messages }));
    afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

    it.each(TEXTS_WITH_VALUES)('%s', (id) => {
      const english = inEnglish({ id, values: VALUES });
      const [, ...names] = id
        .split(/\{(\w+)\}/)
        .filter((_, index) => index === 0 || index % 2 === 1);
      const shown = translated(english);
      expect(shown).not.toBe(english);
      expect(shown).toBe(i18n.t({ id, values: VALUES }));
      for (const name of names) expect(shown).toContain(String(Reflect.get(VALUES, name)));
    });

    it('is shown with the values of the error that the server throws', () => {
      expect(translated(tooLarge(25_000_000).message)).toBe(
        'Diese Datei ist zu groß: Höchstens 25 MB lassen sich speichern',
      );
      expect(translated(notForThisAccount('ada@b.example').message)).toBe(
        'Diese Einladung ist für ada@b.example. Melden Sie sich mit dieser Adresse an, um sie anzunehmen.',
      );
      expect(() => prepareMutation('task-fly', {})).toThrow(CairnError);
    });

    it('is no other text', () => {
      expect(translated('Too many attempts. Try again later.')).toBe(
        'Too many attempts. Try again later.',
      );
    });
  });
});
