/**
 * One mail: plain text to one address. A subject never contains a text that people chose; otherwise anybody could write
 * to anybody in our name. `link` is the one address to open from it, or null.
 */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

interface MailParts {
  readonly to: string;
  readonly subject: string;
  /** Name of the greeted person; without it the greeting has no name. */
  readonly name?: string | undefined;
  /** Lines above the link, without an empty one at the end. */
  readonly above: readonly string[];
  readonly link?: string | undefined;
  /** Lines below the link. */
  readonly below?: readonly string[] | undefined;
}

/** Greeting, lines, link, lines: each block ends with an empty line. */
export function composeMail({ to, subject, name, above, link, below = [] }: MailParts): Mail {
  const greeting = name === undefined ? 'Hello,' : `Hello ${oneLine(name)},`;
  const blocks = [[greeting], above, link === undefined ? [] : [link], below];
  const lines = blocks.flatMap((block) => (block.length === 0 ? [] : [...block, '']));
  return { to, subject, link: link ?? null, text: lines.join('\n') };
}

/** Names come from people: a line break in one must not become a header or a paragraph of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
