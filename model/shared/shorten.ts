import { plainText } from './plain-text.ts';

/** A long text as one line of a list: its beginning without Markdown, and an ellipsis if it is longer. */
export function shortened(text: string): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST - 1);
  // Never within a character.
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`;
}

/** UTF-16 units. */
const LONGEST = 80;
