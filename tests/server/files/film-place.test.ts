import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFilm, withoutFilmPlace } from '../../../server/files/film-place.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { createImages } from '../../../server/files/images.ts';
import { receive } from '../../../server/files/intake.ts';
import { blankPlace } from '../../../server/files/place.ts';

/** Location of the films of the tests. */
const PLACE = '+47.3770+008.5417+408.000/';
const LATITUDE = '47,22.62N';
const XMP = `<x:xmpmeta><rdf:Description exif:GPSLatitude="${LATITUDE}" exif:ISO="100"><exif:GPSAltitude>408/1</exif:GPSAltitude></rdf:Description></x:xmpmeta>`;

it('a film loses its location and nothing else, wherever its chunks are cut', async () => {
  const film = Buffer.concat([head(), pictures(), described(), box('uuid', text(XMP))]);
  for (const place of [PLACE, LATITUDE, '408/1']) expect(film.includes(place)).toBe(true);
  const whole = await through([film]);
  expect(whole.length).toBe(film.length);
  for (const place of ['47.37', '8.5417', LATITUDE, '408/1'])
    expect(whole.includes(place)).toBe(false);
  const kept = ['ftypqt', 'the pictures', 'Maker of phones', 'mdtacom.apple', 'exif:ISO="100"'];
  for (const one of kept) expect(whole.indexOf(one)).toBe(film.indexOf(one));
  const cuts = fc.array(fc.integer({ min: 1, max: film.length - 1 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      expect(await through(cut(film, at))).toEqual(whole);
    }),
  );
});

it('a film without a location, a truncated one and other files pass unchanged', async () => {
  const plain = Buffer.concat([head(), box('moov', box('mvhd', text('a clock'))), pictures()]);
  expect(await through([plain])).toEqual(plain);
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('moov', 'uuid', 'mdat'), async (some, type) => {
      const broken = Buffer.concat([head(), box(type, Buffer.from(some)), Buffer.from(some)]);
      expect((await through([broken])).length).toBe(broken.length);
    }),
  );
  const cutOff = Buffer.concat([head(), described()]).subarray(0, -3);
  expect((await through([cutOff])).length).toBe(cutOff.length);
  expect((await through([cutOff])).includes('8.5417')).toBe(false);
});

it('a film whose last box has no end, and one with a long size, lose their location too', async () => {
  const endless = described();
  endless.writeUInt32BE(0, 0);
  expect((await through([head(), endless])).includes('8.5417')).toBe(false);
  const long = Buffer.concat([Buffer.alloc(16), described().subarray(8)]);
  long.writeUInt32BE(1, 0);
  long.write('moov', 4, 'latin1');
  long.writeBigUInt64BE(BigInt(long.length), 8);
  expect((await through([head(), long, pictures()])).includes('8.5417')).toBe(false);
});

it('a film is stored without its location, with the digest of the stored bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-film-'));
  const storage = folderStorage(folder);
  const images = createImages();
  try {
    const film = Buffer.concat([head(), pictures(), described()]);
    const setup = { storage, images, random: (count: number) => randomBytes(count) };
    const taken = await receive(setup, {
      bytes: Readable.from([film]),
      name: 'film',
      orgId: '1',
      limit: 1_000_000,
    });
    expect(isFilm(taken.mediaType)).toBe(true);
    expect(taken.digest).toBe(createHash('sha256').update(film).digest('hex'));
    const [content] = taken.contents;
    const kept = await buffer(await storage.read(content?.name ?? ''));
    expect(kept.length).toBe(film.length);
    expect(kept.includes('8.5417')).toBe(false);
    expect(content?.digest).toBe(createHash('sha256').update(kept).digest('hex'));
  } finally {
    images.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a photo that is stored as received loses the location in its XMP', async () => {
  const photo = Buffer.from(`ftypheic ${XMP} the pixels themselves`);
  await blankPlace(photo);
  for (const place of [LATITUDE, '408/1']) expect(photo.includes(place)).toBe(false);
  for (const kept of ['exif:ISO="100"', 'exif:GPSLatitude="', 'the pixels themselves']) {
    expect(photo.includes(kept)).toBe(true);
  }
  const late = Buffer.concat([Buffer.alloc(8_000_000 - 40), Buffer.from(XMP)]);
  await blankPlace(late);
  expect(late.includes(LATITUDE)).toBe(false);
  // Made of nothing else: searched to a limited depth.
  const many = Buffer.from('exif:GPS="1" '.repeat(2_000));
  await blankPlace(many);
  expect(many.includes('"1"')).toBe(true);
});

async function through(chunks: readonly Uint8Array[]): Promise<Buffer> {
  const copies = chunks.map((chunk) => Buffer.from(chunk));
  const made: Uint8Array[] = [];
  for await (const chunk of withoutFilmPlace(Readable.from(copies))) made.push(Buffer.from(chunk));
  return Buffer.concat(made);
}

function cut(film: Buffer, at: readonly number[]): readonly Buffer[] {
  const ends = [...new Set(at), film.length].toSorted((one, other) => one - other);
  return ends.map((end, index) => film.subarray(ends[index - 1] ?? 0, end));
}

function head(): Buffer {
  return box('ftyp', text('qt  \0\0\0\0qt  '));
}

function pictures(): Buffer {
  return box('mdat', text('the pictures moov and \u{A9}xyz inside are none'));
}

/** The location as phones write it: in QuickTime's own box, and once more under a key. */
function described(): Buffer {
  const key = (name: string) => box('mdta', text(name));
  const value = (number: number, place: string) =>
    box(String.fromCharCode(0, 0, 0, number), box('data', text(`\0\0\0\x01\0\0\0\0${place}`)));
  const keys = [key('com.apple.quicktime.make'), key('com.apple.quicktime.location.ISO6709')];
  const meta = [
    box('hdlr', text('mdta')),
    box('keys', Buffer.concat([text('\0\0\0\0\0\0\0\x02'), ...keys])),
    box('ilst', Buffer.concat([value(1, 'Maker of phones'), value(2, PLACE)])),
  ];
  const udta = Buffer.concat([box('\u{A9}xyz', text(`\0\x1a\x15\xc7${PLACE}`)), Buffer.alloc(4)]);
  return box(
    'moov',
    Buffer.concat([
      box('mvhd', text('a clock')),
      box('udta', udta),
      box('meta', Buffer.concat(meta)),
    ]),
  );
}

function box(type: string, content: Buffer): Buffer {
  const made = Buffer.concat([Buffer.alloc(8), content]);
  made.writeUInt32BE(made.length, 0);
  made.write(type, 4, 'latin1');
  return made;
}

function text(words: string): Buffer {
  return Buffer.from(words, 'latin1');
}
