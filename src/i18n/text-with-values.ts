import type { Message } from '../../model/shared/message.ts';
import { TEXTS_WITH_VALUES } from '../../model/shared/texts-with-values.ts';

/** The message and the values of which the server made an English text; undefined for every other text. */
export function messageOfText(text: string): Message | undefined {
  for (const id of TEXTS_WITH_VALUES) {
    const values = valuesIn(id, text);
    if (values !== undefined) return { id, values };
  }
  return undefined;
}

function valuesIn(id: string, text: string): Readonly<Record<string, string>> | undefined {
  // The text before a placeholder, its name, the text after it, and so on.
  const parts = id.split(/\{(\w+)\}/);
  const pattern = parts.map((part, index) =>
    index % 2 === 0 ? part.replaceAll(/[^\w ]/g, String.raw`\$&`) : `(?<${part}>.+)`,
  );
  return new RegExp(`^${pattern.join('')}$`, 's').exec(text)?.groups;
}
