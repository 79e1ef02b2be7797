/** Values of a message by the names of its placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** A text for a person: English in ICU MessageFormat, translated where it is shown (decision 0057). */
export interface Message {
  readonly id: string;
  readonly values?: MessageValues;
}

/** A message of the catalogues; `id` is a string literal, which the catalogues are extracted from. */
export function message(id: string, values?: MessageValues): Message {
  return values === undefined ? { id } : { id, values };
}

/** A text that is in no catalogue, e.g. a name, where a message is expected. */
export function verbatim(text: string): Message {
  return { id: '{text}', values: { text } };
}

/** A message without plurals, its values filled in; `id` is English or a translation. */
export function inEnglish({ id, values = {} }: Message): string {
  return id.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
