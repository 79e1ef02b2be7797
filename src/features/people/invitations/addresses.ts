import * as v from 'valibot';
import { emailSchema } from '../../../../model/shared/text.ts';

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
  v.check((text) => addressesIn(text).length > 0, 'Enter an e-mail address'),
  v.check((text) => addressesIn(text).length <= MOST, `Enter at most ${MOST} addresses at once`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const wrong = addressesIn(dataset.value).filter((one) => !v.is(emailSchema, one));
    if (wrong.length > 0) addIssue({ message: notAddresses(wrong) });
  }),
);

function notAddresses(wrong: readonly string[]): string {
  if (wrong.length === 1) return `${wrong[0] ?? ''} is not an e-mail address`;
  return `These are not e-mail addresses: ${wrong.join(', ')}`;
}
