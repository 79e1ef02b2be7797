/** Types that are shown as images: the eight extensions of the specification (board spec, 5). */
const IMAGES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  webm: 'video/webm',
};

/** The display kind of a file type; "other" for an unknown type. */
export function kindOfType(mediaType: string): 'image' | 'pdf' | 'other' {
  if (mediaType === 'application/pdf') return 'pdf';
  return Object.values(IMAGES).includes(mediaType) ? 'image' : 'other';
}

/** Message for a person who selects a file that is not an image for a picture. */
export const NOT_AN_IMAGE = /*i18n*/ 'Choose an image file';

/**
 * True if a file may be used as a picture: types displayed as images, and photos that browsers
 * cannot display (HEIC, TIFF), which are image files all the same.
 */
export function isImageFile(file: {
  readonly kind: 'image' | 'pdf' | 'other';
  readonly media_type: string;
}): boolean {
  return file.kind === 'image' || file.media_type.startsWith('image/');
}

/** True if a page can show the file as a picture and draw on it; a film is shown by a player. */
export function isPicture(file: {
  readonly kind: 'image' | 'pdf' | 'other';
  readonly media_type: string;
}): boolean {
  return file.kind === 'image' && !file.media_type.startsWith('video/');
}

/** True for a recording of sound, which the server has detected in the bytes. */
export function isSound({ media_type }: { readonly media_type: string }): boolean {
  return media_type.startsWith('audio/');
}

/**
 * A device's guess before the server has checked the bytes: the browser's type, else the extension.
 */
export function guessType(name: string, type: string): string {
  if (type !== '') return type.toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (extension === 'pdf') return 'application/pdf';
  return IMAGES[extension] ?? 'application/octet-stream';
}
