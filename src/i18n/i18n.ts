import { i18n } from '@lingui/core';
import { compilePlaceholders, PLURALS } from './plurals.ts';
import { messageOfText } from './text-with-values.ts';

/**
 * The catalogue of the chosen language. A message is its own English text, in ICU MessageFormat:
 * `i18n.t('{count, plural, one {# task} other {# tasks}}', { count })`. The first argument is a string literal, which the
 * catalogues are extracted from, or a `Message` of the model (decision 0057).
 */
export { i18n };
export { type Message, message } from '../../model/shared/message.ts';

// English needs no catalogue: a message is its own text.
i18n.setMessagesCompiler((text) => PLURALS.get(text) ?? compilePlaceholders(text));
i18n.loadAndActivate({ locale: 'en', messages: {} });

/**
 * Text of a rule or of the server in the chosen language; a text without a translation, as one from a later server, is
 * shown as it is.
 */
export function translated(text: string): string {
  if (Object.hasOwn(i18n.messages, text)) return i18n.t(text);
  const filled = messageOfText(text);
  return filled === undefined ? text : i18n.t(filled);
}
