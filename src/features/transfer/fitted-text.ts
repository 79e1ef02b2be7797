/** Text that every store accepts: trimmed, at most this many characters. */
export function fitted(text: string, most: number): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  if (clean.length <= most) return clean;
  const characters = Array.from(clean);
  return characters.length <= most
    ? clean
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trim()}…`;
}
