import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createImages } from '../../../server/files/images.ts';

/** Noise: it takes a while to encode. */
function noise(width: number): Promise<Buffer> {
  const raw = randomFillSync(Buffer.alloc(width * width * 3));
  return sharp(raw, { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer();
}

it('an organisation with many images delays another organisation by one image', async () => {
  const images = createImages();
  const large = await noise(600);
  const small = await noise(8);
  const done: string[] = [];
  const clean = async (bytes: Uint8Array, orgId: string) => {
    await images.clean(bytes, orgId);
    done.push(orgId);
  };
  await Promise.all([
    ...Array.from({ length: 6 }, () => clean(large, 'many')),
    clean(small, 'few'),
    clean(small, 'few'),
    clean(small, 'third'),
  ]);
  images.close();
  const order = 'many few third many few many many many many';
  expect(done.join(' ')).toBe(order);
});

it('an unreadable image delays nobody', async () => {
  const images = createImages();
  const small = await noise(8);
  const broken = images.clean(Buffer.from('no image'), 'one');
  const other = images.clean(small, 'other');
  await expect(broken).rejects.toMatchObject({ code: 'invalid' });
  expect(await other).toMatchObject({ width: 8, height: 8 });
  images.close();
});
