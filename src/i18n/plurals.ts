import type { CompiledMessage, CompiledMessageToken } from '@lingui/message-utils/compileMessage';

/**
 * English messages with plurals, compiled: the build adds those of each module of src to it
 * (scripts/catalogue-plugin.ts), so that the app contains no parser of messages.
 */
export const PLURALS = new Map<string, CompiledMessage>();

/** Message with placeholders alone: `Signed in as {name}`. */
export function compilePlaceholders(text: string): CompiledMessage {
  // The text before a placeholder, its name, the text after it, and so on.
  return text
    .split(/\{(\w+)\}/)
    .map((part, index): CompiledMessageToken => (index % 2 === 0 ? part : [part]))
    .filter((part) => part !== '');
}
