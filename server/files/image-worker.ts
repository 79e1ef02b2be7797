/**
 * The process that decodes images and does nothing else: a hostile image reaches the decoder here, without a database
 * or a secret, under limits of pixels, memory and (from outside) time.
 */
import sharp, { type Sharp } from 'sharp';
import * as v from 'valibot';

/** An image with more pixels (all frames together) is not decoded: about 400 MB. */
const PIXELS = 100_000_000;
/** Resident bytes at which this process exits. */
const MEMORY = 1_200_000_000;
const SMALL = 640;

const requestSchema = v.object({ id: v.number(), bytes: v.instance(Uint8Array) });

sharp.cache(false);
sharp.concurrency(1);
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY) process.exit(3);
}, 50).unref();

process.on('message', (message: unknown) => {
  const { id, bytes } = v.parse(requestSchema, message);
  work(bytes).then(
    (image) => process.send?.({ id, ok: true, ...image }),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      process.send?.({ id, ok: false, tooLarge: /pixel limit/i.test(text) });
    },
  );
});
process.on('disconnect', () => process.exit(0));

/**
 * Decodes and encodes anew: rotated by its orientation, without metadata (location, time, camera), with the colour
 * profile converted to sRGB. Animations stay animated where the format can (gif, webp).
 */
async function work(bytes: Uint8Array) {
  const options = { limitInputPixels: PIXELS, failOn: 'error' } as const;
  const { format } = await sharp(bytes, options).metadata();
  const animated = format === 'gif' || format === 'webp';
  const image = sharp(bytes, { ...options, animated }).autoOrient();
  const full = await encoded(image, format).toBuffer({ resolveWithObject: true });
  const small = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: SMALL, height: SMALL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer();
  const { info, data } = full;
  return { full: data, small, width: info.width, height: info.pageHeight ?? info.height };
}

function encoded(image: Sharp, format: string | undefined): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 85, mozjpeg: false });
    case 'png':
      return image.png({ compressionLevel: 7 });
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp({ quality: 85 });
    case 'heif':
      return image.avif({ quality: 60, effort: 2 });
    default:
      throw new Error(`${String(format)} is not decoded`);
  }
}
