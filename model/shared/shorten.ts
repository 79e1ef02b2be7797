/** A long text as one line of a list: its beginning, and three dots where it goes on. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST - 1);
  // Not in the middle of a character.
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}…`;
}

/** UTF-16 units. */
const LONGEST = 80;
