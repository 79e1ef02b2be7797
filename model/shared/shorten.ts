import { plainText } from './plain-text.ts';

/** A long text as one line of a list: its beginning without Markdown, and an ellipsis if it is longer. */
export function shortened(text: string): string {
  return beginning(plainText(text).replaceAll(/\s+/g, ' ').trim(), LONGEST);
}

/** A text of at most `longest` UTF-16 units: a longer one ends with an ellipsis, never within a character. */
export function beginning(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`;
}

/** UTF-16 units. */
const LONGEST = 80;
