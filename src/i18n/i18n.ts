import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * The catalogue of the chosen language. A message is its own English text, in ICU MessageFormat:
 * `i18n.t('{count, plural, one {# task} other {# tasks}}', { count })`. The first argument is a string literal, which the
 * catalogues are extracted from, or a `Message` of the model (decision 0057).
 */
export { i18n };
export { type Message, message } from '../../model/shared/message.ts';

// English needs no catalogue: its messages are compiled when they are shown first.
i18n.setMessagesCompiler(compiledOnce());
i18n.loadAndActivate({ locale: 'en', messages: {} });

/**
 * Text of a rule or of the server in the chosen language; a text without a translation, as one from a later server, is
 * shown as it is.
 */
export function translated(text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n.t(text) : text;
}

function compiledOnce(): typeof compileMessage {
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  return (text) => {
    // Most messages have no placeholder.
    if (!text.includes('{')) return [text];
    const known = compiled.get(text) ?? compileMessage(text);
    compiled.set(text, known);
    return known;
  };
}
