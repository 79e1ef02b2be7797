import { fileTypeFromBuffer } from 'file-type';
import { kindOfType } from '../../model/shared/file-kind.ts';

/** Type of a file, detected by its first bytes alone. */
export interface FileType {
  readonly mediaType: string;
  readonly kind: 'image' | 'pdf' | 'other';
  /** True when its pixels can be decoded here; false for drawings and films. */
  readonly isPixels: boolean;
}

/** Number of bytes that `typeOf` reads. */
export const HEAD_BYTES = 65_536;

const PIXELS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
const UNKNOWN: FileType = { mediaType: 'application/octet-stream', kind: 'other', isPixels: false };

export async function typeOf(head: Uint8Array): Promise<FileType> {
  if (isSvg(head)) return { mediaType: 'image/svg+xml', kind: 'image', isPixels: false };
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)).catch(() => undefined);
  if (found === undefined) return UNKNOWN;
  const mediaType = found.mime === 'image/apng' ? 'image/png' : found.mime;
  return { mediaType, kind: kindOfType(mediaType), isPixels: PIXELS.includes(mediaType) };
}

/** An XML text whose first element is `svg`. */
function isSvg(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(head.subarray(0, 4_096));
  const body = text.replace(
    /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>\s*)*/i,
    '',
  );
  return /^<(?:[\w-]+:)?svg[\s>/]/i.test(body);
}
