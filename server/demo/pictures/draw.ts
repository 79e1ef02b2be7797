import sharp from 'sharp';
import { createRandom } from '../random.ts';
import { SCENES } from './scenes.ts';
import { HEIGHT, WIDTH } from './shapes.ts';

export type PictureName = keyof typeof SCENES;

/**
 * Draws a picture as a JPEG. The demo's photos are drawn, so that the repository contains nobody's image; a name gives
 * the same picture each time.
 */
export async function drawPicture(name: PictureName): Promise<Uint8Array> {
  const seed = Array.from(name).reduce((sum, letter) => sum * 3 + (letter.codePointAt(0) ?? 0), 11);
  const drawing = SCENES[name](createRandom(seed));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality: 86 }).toBuffer();
}
