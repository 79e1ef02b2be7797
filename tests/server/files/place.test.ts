import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { createImages } from '../../../server/files/images.ts';
import { receive } from '../../../server/files/intake.ts';
import { blankPlace } from '../../../server/files/place.ts';

/** Location of the photo of the tests, as an Exif rational. */
const LATITUDE = Buffer.from('latitude of the hut here');

it.each(['MM', 'II'])(
  'the place goes from a photo of byte order %s, and nothing else',
  async (order) => {
    const file = photoOf(order === 'II');
    const before = Buffer.from(file);
    expect(file.includes(LATITUDE)).toBe(true);
    await blankPlace(file);
    expect(file.includes(LATITUDE)).toBe(false);
    expect(file.length).toBe(before.length);
    for (const kept of ['ftypheic', 'Maker of cameras', 'the pixels themselves']) {
      expect(file.indexOf(kept)).toBe(before.indexOf(kept));
    }
    const changed = [...file.keys()].filter((index) => file[index] !== before[index]);
    expect(changed.length).toBeLessThanOrEqual(LATITUDE.length + 2 + 12);
  },
);

it('a photo that the server cannot encode anew is stored without its location', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-place-'));
  const storage = folderStorage(folder);
  const images = createImages();
  try {
    const setup = { storage, images, random: (count: number) => randomBytes(count) };
    const taken = await receive(setup, {
      bytes: Readable.from([photoOf(false)]),
      name: 'photo',
      orgId: '1',
      limit: 1_000_000,
    });
    expect(taken).toMatchObject({ mediaType: 'image/heic', size: photoOf(false).length });
    const [content] = taken.contents;
    const kept = await buffer(await storage.read(content?.name ?? ''));
    expect(kept.includes('the pixels themselves')).toBe(true);
    expect(kept.includes(LATITUDE)).toBe(false);
  } finally {
    images.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('any bytes are accepted, and a photo without a location is unchanged', async () => {
  const header = fc.constantFrom('MM\0*', 'II*\0').map((text) => Buffer.from(text, 'latin1'));
  const bytes = fc.uint8Array({ maxLength: 80 }).map((some) => Buffer.from(some));
  await fc.assert(
    fc.asyncProperty(bytes, header, bytes, async (ahead, head, behind) => {
      const file = Buffer.concat([ahead, head, behind]);
      const { length } = file;
      await blankPlace(file);
      expect(file.length).toBe(length);
    }),
  );
  const file = Buffer.from('ftypheic MM\0*\0\0\0\x08\0\x01 no place in it');
  const before = Buffer.from(file);
  await blankPlace(file);
  expect(file).toEqual(before);
});

it('a file made of headers is searched to a limited depth, and a header across the end of a chunk is found', async () => {
  const many = Buffer.from('II*\0\xff\xff\xff\xff'.repeat(500), 'latin1');
  const before = Buffer.from(many);
  await blankPlace(many);
  expect(many).toEqual(before);
  const photo = photoOf(true);
  const late = Buffer.concat([Buffer.alloc(8_000_000 - 2 - photo.indexOf('II*')), photo]);
  await blankPlace(late);
  expect(late.includes(LATITUDE)).toBe(false);
});

/** A box of a HEIC file around a camera's Exif: one tag of its own, and the GPS directory. */
function photoOf(isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(120);
  const u16 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  const entry = (
    at: number,
    [tag, type, count, value]: readonly [number, number, number, number],
  ) => {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    u32(value, at + 8);
  };
  tiff.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1');
  u32(8, 4);
  u16(2, 8);
  entry(10, [0x01_0f, 2, 16, 70]);
  entry(22, [0x88_25, 4, 1, 40]);
  u16(1, 40);
  entry(42, [2, 5, 3, 90]);
  tiff.write('Maker of cameras', 70);
  LATITUDE.copy(tiff, 90);
  return Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x06Exif\0\0', 'latin1'),
    tiff,
    Buffer.from('the pixels themselves'),
  ]);
}
