import { blankXmpPlace } from './xmp-place.ts';

/** Films that are made of boxes (ISO base media, QuickTime): a camera may have written into one where it stood. */
const FILMS = /^(?:video\/(?:mp4|quicktime|x-m4v|3gpp2?)|audio\/(?:mp4|x-m4a))\b/;

export function isFilm(mediaType: string): boolean {
  return FILMS.test(mediaType);
}

/** Boxes on the outside in which a place may be said; the pictures themselves (`mdat`) go through as they come. */
const HELD = ['moov', 'udta', 'meta', 'uuid'];
/** Boxes made of boxes, on the way to those that say a place. */
const INSIDE = ['moov', 'trak', 'mdia', 'udta', 'ilst'];
/** Boxes that say a place and nothing else: QuickTime's `©xyz`, 3GPP's `loci`. */
const PLACES = ['\u{A9}xyz', 'loci'];
/** What a phone writes of the place under a key of its own. */
const KEY = 'com.apple.quicktime.location';
const DEEPEST = 8;
/** A film has a few hundred; a file made of boxes must not hold everybody up. */
const MOST_BOXES = 20_000;
/** So many bytes say what box begins. */
const HEAD = 16;

/**
 * A film without the place its camera wrote into it: filled with zeros where it stands, so that no other byte moves. What
 * it is made of is read once and held only where it is not pictures. Tracks in which some cameras write a place for each
 * moment are pictures in this sense and stay.
 */
export async function* withoutFilmPlace(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let total = 0;
  /** Bytes that have to be there before it can go on. */
  let wanted = HEAD;
  /** Bytes of a box that go through as they come. */
  let passing = 0;
  const budget: Budget = { left: MOST_BOXES };
  for await (const chunk of bytes) {
    parts.push(chunk);
    total += chunk.length;
    if (total < wanted) continue;
    let held = Buffer.concat(parts);
    for (wanted = 0; held.length > 0 && held.length >= wanted;) {
      const through = Math.min(passing, held.length);
      if (through > 0) yield held.subarray(0, through);
      held = held.subarray(through);
      passing -= through;
      wanted = passing > 0 ? 1 : HEAD;
      const box = passing > 0 ? undefined : boxAt(held);
      if (box === undefined) continue;
      const isHeld = HELD.includes(box.type);
      if (isHeld && held.length < box.size) wanted = box.size;
      else passing = box.size;
      if (isHeld && passing > 0) blankBoxes(held, { from: 0, to: box.size }, { budget, depth: 0 });
    }
    parts = held.length === 0 ? [] : [held];
    total = held.length;
  }
  // What is left was cut off, or goes to the end of the file.
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

/** Boxes that may still be looked at. */
interface Budget {
  left: number;
}

interface Place {
  readonly budget: Budget;
  readonly depth: number;
}

/** The box at the beginning; undefined where too few bytes are there to tell. What is none has no end. */
function boxAt(bytes: Buffer): { readonly size: number; readonly type: string } | undefined {
  if (bytes.length < HEAD) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const short = bytes.readUInt32BE(0);
  if (short === 1) {
    const size = Number(bytes.readBigUInt64BE(8));
    return { size: size < HEAD ? Infinity : size, type };
  }
  // Without a size it goes to the end of the file.
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

/** Keys in one box, their values in another by the number of the key. QuickTime writes no version before them. */
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

/** Numbers, from 1, of the keys that name a place, as the type of their value has them. */
function placeKeys(bytes: Buffer, { from, to }: Range, budget: Budget): readonly string[] {
  // Version and count come first; an entry is a box whose type is the kind of key.
  return boxesIn(bytes, { from: from + 8, to }, budget).flatMap((key, index) => {
    const isPlace = bytes.toString('latin1', key.from, key.to).startsWith(KEY);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index + 1);
    return isPlace ? [number.toString('latin1')] : [];
  });
}

/** The value stands behind the kind and the language of it. */
function blankData(bytes: Buffer, item: Range, budget: Budget): void {
  for (const { type, from, to } of boxesIn(bytes, item, budget)) {
    if (type === 'data' || PLACES.includes(type)) bytes.fill(0, Math.min(to, from + 8), to);
  }
}
