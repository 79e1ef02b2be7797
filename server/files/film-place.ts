import { blankXmpPlace } from './xmp-place.ts';

/** Films made of boxes (ISO base media, QuickTime), in which cameras may store the location. */
const FILMS = /^(?:video\/(?:mp4|quicktime|x-m4v|3gpp2?)|audio\/(?:mp4|x-m4a))\b/;

export function isFilm(mediaType: string): boolean {
  return FILMS.test(mediaType);
}

/** Outer boxes that may contain a location; the media data (`mdat`) is passed on unread. */
const BUFFERED_BOXES = ['moov', 'udta', 'meta', 'uuid'];
/** Container boxes on the way to a location. */
const INSIDE = ['moov', 'trak', 'mdia', 'udta', 'ilst'];
/** Boxes that contain a location only: QuickTime's `©xyz`, 3GPP's `loci`. */
const PLACES = ['\u{A9}xyz', 'loci'];
/** Key under which phones store the location. */
const KEY = 'com.apple.quicktime.location';
const DEEPEST = 8;
/** A film has a few hundred boxes; a file made of boxes must not block the server. */
const MOST_BOXES = 20_000;
/** Bytes that identify a box. */
const HEAD = 16;

/**
 * Removes the location from a film: overwrites it with zeros in place, so that no other byte moves. The stream is read
 * once, and only boxes without media data are kept in memory. Tracks in which some cameras store a location for each
 * moment are media data in this sense and stay.
 */
export async function* withoutFilmPlace(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let total = 0;
  /** Bytes needed before the next step. */
  let wanted = HEAD;
  /** Bytes of a box that are passed on unread. */
  let passing = 0;
  const budget: Budget = { left: MOST_BOXES };
  for await (const chunk of bytes) {
    parts.push(chunk);
    total += chunk.length;
    if (total < wanted) continue;
    let buffer = Buffer.concat(parts);
    for (wanted = 0; buffer.length > 0 && buffer.length >= wanted;) {
      const through = Math.min(passing, buffer.length);
      if (through > 0) yield buffer.subarray(0, through);
      buffer = buffer.subarray(through);
      passing -= through;
      wanted = passing > 0 ? 1 : HEAD;
      const box = passing > 0 ? undefined : boxAt(buffer);
      if (box === undefined) continue;
      const isBuffered = BUFFERED_BOXES.includes(box.type);
      if (isBuffered && buffer.length < box.size) wanted = box.size;
      else passing = box.size;
      if (isBuffered && passing > 0)
        blankBoxes(buffer, { from: 0, to: box.size }, { budget, depth: 0 });
    }
    parts = buffer.length === 0 ? [] : [buffer];
    total = buffer.length;
  }
  // The rest was cut off, or belongs to a box without an end.
  const left = Buffer.concat(parts);
  blankBoxes(left, { from: 0, to: left.length }, { budget, depth: 0 });
  if (left.length > 0) yield left;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A box: its type, and the range of what is inside. */
interface Box extends Range {
  readonly type: string;
}

/** Boxes that may still be read. */
interface Budget {
  left: number;
}

interface Place {
  readonly budget: Budget;
  readonly depth: number;
}

/** Reads the box at the beginning; undefined when more bytes are needed. Anything else has no end. */
function boxAt(bytes: Buffer): { readonly size: number; readonly type: string } | undefined {
  if (bytes.length < HEAD) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const short = bytes.readUInt32BE(0);
  if (short === 1) {
    const size = Number(bytes.readBigUInt64BE(8));
    return { size: size < HEAD ? Infinity : size, type };
  }
  // A box without a size extends to the end of the file.
  return { size: short < 8 ? Infinity : short, type };
}

/** The boxes of a range. */
function boxesIn(bytes: Buffer, { from, to }: Range, budget: Budget): readonly Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && budget.left > 0; budget.left -= 1) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + HEAD <= to;
    const head = isLong ? HEAD : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    found.push({ type, from: at + head, to: Math.min(to, at + size) });
    at += size;
  }
  return found;
}

function blankBoxes(bytes: Buffer, range: Range, { budget, depth }: Place): void {
  if (depth > DEEPEST) return;
  for (const box of boxesIn(bytes, range, budget)) {
    const inside = { budget, depth: depth + 1 };
    if (PLACES.includes(box.type)) bytes.fill(0, box.from, box.to);
    else if (box.type === 'meta') blankMeta(bytes, box, inside);
    else if (box.type === 'uuid' || box.type === 'XMP_') {
      blankXmpPlace(bytes.subarray(box.from, box.to));
    } else if (INSIDE.includes(box.type)) blankBoxes(bytes, box, inside);
  }
}

/** Keys are in one box, their values in another by the number of the key. QuickTime writes no version before them. */
function blankMeta(bytes: Buffer, { from, to }: Range, place: Place): void {
  const isPlain = bytes.toString('latin1', from + 4, from + 8) === 'hdlr';
  const inside = { from: isPlain ? from : Math.min(to, from + 4), to };
  const boxes = boxesIn(bytes, inside, place.budget);
  const keys = boxes.find(({ type }) => type === 'keys');
  const numbers = keys === undefined ? [] : placeKeys(bytes, keys, place.budget);
  for (const list of boxes.filter(({ type }) => type === 'ilst')) {
    for (const item of boxesIn(bytes, list, place.budget)) {
      if (numbers.includes(item.type)) blankData(bytes, item, place.budget);
    }
  }
  blankBoxes(bytes, inside, place);
}

/** Numbers, from 1, of the keys of a location, as the box type of their value. */
function placeKeys(bytes: Buffer, { from, to }: Range, budget: Budget): readonly string[] {
  // Version and count come first; each entry is a box whose type is the kind of key.
  return boxesIn(bytes, { from: from + 8, to }, budget).flatMap((key, index) => {
    const isPlace = bytes.toString('latin1', key.from, key.to).startsWith(KEY);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index + 1);
    return isPlace ? [number.toString('latin1')] : [];
  });
}

/** The value follows its type and its language. */
function blankData(bytes: Buffer, item: Range, budget: Budget): void {
  for (const { type, from, to } of boxesIn(bytes, item, budget)) {
    if (type === 'data' || PLACES.includes(type)) bytes.fill(0, Math.min(to, from + 8), to);
  }
}
