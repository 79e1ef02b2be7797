import type { Message } from '../shared/message.ts';

/** The message with the `{name}` of a row if it is known, else the one without it. */
export function called(name: string | undefined, named: Message, unnamed: Message): Message {
  return name === undefined ? unnamed : { ...named, values: { ...named.values, name } };
}
