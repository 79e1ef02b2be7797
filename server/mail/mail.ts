/**
 * One mail: plain text to one address. A subject never holds words that people chose, or anybody could write to anybody
 * in our name. `link` is the one thing to click in it, if there is one.
 */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

/** Names come from people: a line break in one must not become a header or a paragraph of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
