/** A longer value is no location. */
const MOST = 400;
/** A photo has a dozen location values; a file made of them must not block the server. */
const MOST_VALUES = 1_000;
const NAME = 'exif:GPS';
const [TAB, SPACE, QUOTE, APOSTROPHE, LESS, EQUALS, MORE] = [9, 32, 34, 39, 60, 61, 62] as const;

/**
 * Overwrites the location in an XMP text with spaces in place, as an attribute (`exif:GPSLatitude="…"`) or as an
 * element (`<exif:GPSLatitude>…</`), so that it stays well-formed and no other byte moves.
 */
export function blankXmpPlace(bytes: Buffer): void {
  let at = bytes.indexOf(NAME);
  for (let tried = 0; at !== -1 && tried < MOST_VALUES; tried += 1) {
    const value = valueBehind(bytes, at + NAME.length);
    if (value !== undefined) bytes.fill(SPACE, value.from, value.to);
    at = bytes.indexOf(NAME, at + NAME.length);
  }
}

function valueBehind(
  bytes: Buffer,
  name: number,
): { readonly from: number; readonly to: number } | undefined {
  let at = name;
  while (isMail(bytes[at])) at += 1;
  while (isBlank(bytes[at])) at += 1;
  if (bytes[at] === MORE) return upTo(bytes, at + 1, LESS);
  if (bytes[at] !== EQUALS) return undefined;
  at += 1;
  while (isBlank(bytes[at])) at += 1;
  const quote = bytes[at];
  return quote === QUOTE || quote === APOSTROPHE ? upTo(bytes, at + 1, quote) : undefined;
}

function upTo(bytes: Buffer, from: number, end: number) {
  const to = bytes.subarray(from, from + MOST).indexOf(end);
  return to === -1 ? undefined : { from, to: from + to };
}

function isMail(byte = 0): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function isBlank(byte = 0): boolean {
  return byte === SPACE || (byte >= TAB && byte <= 13);
}
