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
  const [mime = found.mime] = found.mime.split(';');
  const mediaType = soundType(mime, head) ?? (mime === 'image/apng' ? 'image/png' : mime);
  return { mediaType, kind: kindOfType(mediaType), isPixels: PIXELS.includes(mediaType) };
}

const WEBM_SOUND = /A_(?:OPUS|VORBIS)/;
const WEBM_PICTURE = /V_(?:VP8|VP9|AV1|MPEG)/;
/** The handler of a track: version and flags, a field that is always zero, then the kind. */
const MP4_SOUND = /hdlr\0{8}soun/;
const MP4_PICTURE = /hdlr\0{8}vide/;

/**
 * The type of a WebM or MP4 with a track of sound and none of pictures, as browsers record it: by their first bytes
 * alone both are films. Browsers write their tracks first.
 */
function soundType(mime: string, head: Uint8Array): string | undefined {
  const text = () => Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  if (mime === 'video/webm') {
    return WEBM_SOUND.test(text()) && !WEBM_PICTURE.test(text()) ? 'audio/webm' : undefined;
  }
  if (mime === 'audio/x-m4a') return 'audio/mp4';
  if (mime !== 'video/mp4') return undefined;
  return MP4_SOUND.test(text()) && !MP4_PICTURE.test(text()) ? 'audio/mp4' : undefined;
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
