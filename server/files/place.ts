import { setImmediate } from 'node:timers/promises';
import { blankXmpPlace } from './xmp-place.ts';

/** Tag of IFD 0 with the offset of the GPS directory (Exif 2.32, 4.6.3). */
const GPS_TAG = 0x88_25;
const LONG = 4;
/** Bytes of one value of each Exif type, by its number. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Four bytes that look like a header with more tags are no header. */
const MOST_TAGS = 512;
const MOST_BYTES = 65_536;
/** A photo has a handful; a file made of headers must not block the server. */
const MOST_HEADERS = 64;
/** Bytes searched at a time; other requests are served in between. */
const PIECE = 8_000_000;
/** Longer than a name and value of an XMP. */
const XMP_OVER = 1_000;

/**
 * Removes the location from photos that are stored as received because the server cannot encode them anew (HEIC, TIFF,
 * raw): the GPS directory is overwritten with zeros in place, and the location in its XMP with spaces, so that no
 * other byte moves.
 */
export async function blankPlace(file: Buffer): Promise<void> {
  await blankDirectories(file);
  for (let from = 0; from < file.length; from += PIECE) {
    // Text across the end of a chunk is found with the next one.
    blankXmpPlace(file.subarray(Math.max(0, from - XMP_OVER), from + PIECE));
    await setImmediate();
  }
}

async function blankDirectories(file: Buffer): Promise<void> {
  for (const header of ['MM\0*', 'II*\0']) {
    let tried = 0;
    for (let from = 0; from < file.length && tried < MOST_HEADERS; from += PIECE) {
      // A header may cross the end of a chunk.
      const piece = file.subarray(from, from + PIECE + header.length - 1);
      let at = piece.indexOf(header, 0, 'latin1');
      for (; at !== -1 && tried < MOST_HEADERS; tried += 1) {
        blankPlaceOf(file, from + at);
        at = piece.indexOf(header, at + 1, 'latin1');
      }
      await setImmediate();
    }
  }
}

/** A tag directory: its offset, and its entries of 12 bytes. */
function entriesOf(tiff: Tiff, at: number): readonly number[] {
  const count = tiff.u16(at);
  if (count === undefined || count === 0 || count > MOST_TAGS) return [];
  if (tiff.u16(at + count * 12) === undefined) return [];
  return Array.from({ length: count }, (_, index) => at + 2 + index * 12);
}

function blankPlaceOf(file: Buffer, start: number): void {
  const tiff = tiffAt(file, start);
  const first = tiff.u32(4);
  if (first === undefined) return;
  for (const entry of entriesOf(tiff, first)) {
    const isPointer = tiff.u16(entry) === GPS_TAG && tiff.u16(entry + 2) === LONG;
    const directory = tiff.u32(entry + 8);
    if (!isPointer || directory === undefined) continue;
    blankDirectory(tiff, directory);
    // A photo has one location.
    return;
  }
}

function blankDirectory(tiff: Tiff, at: number): void {
  const entries = entriesOf(tiff, at);
  for (const entry of entries) {
    const bytes = (SIZES[tiff.u16(entry + 2) ?? 0] ?? 0) * (tiff.u32(entry + 4) ?? 0);
    const values = tiff.u32(entry + 8);
    // Values of up to four bytes are in the entry itself.
    if (bytes > 4 && bytes <= MOST_BYTES && values !== undefined) tiff.blank(values, bytes);
  }
  if (entries.length > 0) tiff.blank(at, 2 + entries.length * 12);
}

/** Reads and overwrites by offsets from the header; undefined outside the file. */
interface Tiff {
  readonly u16: (at: number) => number | undefined;
  readonly u32: (at: number) => number | undefined;
  readonly blank: (at: number, length: number) => void;
}

function tiffAt(file: Buffer, start: number): Tiff {
  const view = new DataView(file.buffer, file.byteOffset + start, file.length - start);
  const isLittle = view.getUint8(0) === 0x49;
  return {
    u16: (at) => (at + 2 > view.byteLength ? undefined : view.getUint16(at, isLittle)),
    u32: (at) => (at + 4 > view.byteLength ? undefined : view.getUint32(at, isLittle)),
    blank: (at, length) => {
      const from = Math.min(file.length, start + at);
      file.fill(0, from, Math.min(file.length, from + length));
    },
  };
}
