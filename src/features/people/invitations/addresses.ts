import * as v from 'valibot';
import { emailSchema } from '../../../../model/shared/text.ts';
import { i18n } from '../../../i18n/i18n.ts';

/** Most addresses in one go. */
const MOST = 100;

/** Addresses of a text, separated by spaces, commas or semicolons, each once and in lower case. */
export function addressesIn(text: string): readonly string[] {
  const parts = text.split(/[\s,;]+/).map((part) => part.replaceAll(/^<|>$/g, '').toLowerCase());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** At least one e-mail address and nothing else; the message names what is none. */
export const addressesSchema = v.pipe(
  v.string(),
  v.check(
    (text) => addressesIn(text).length > 0,
    () => i18n.t('Enter an e-mail address'),
  ),
  v.check(
    (text) => addressesIn(text).length <= MOST,
    () => i18n.t('Enter at most {most} addresses at once', { most: MOST }),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const wrong = addressesIn(dataset.value).filter((one) => !v.is(emailSchema, one));
    if (wrong.length > 0) addIssue({ message: notAddresses(wrong) });
  }),
);

function notAddresses(wrong: readonly string[]): string {
  if (wrong.length === 1)
    return i18n.t('{address} is not an e-mail address', { address: wrong[0] ?? '' });
  return i18n.t('These are not e-mail addresses: {addresses}', { addresses: wrong.join(', ') });
}
