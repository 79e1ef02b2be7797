/** Types by their extensions; one picture may be named like another, as cameras and messengers do. */
const NAMED: readonly {
  readonly extension: RegExp;
  readonly type: RegExp;
}[] = [
  { extension: /\.(?:jpe?g|png|gif|webp|avif|svg|heic|heif|tiff?|bmp)$/i, type: /^image\// },
  { extension: /\.pdf$/i, type: /^application\/pdf$/ },
  { extension: /\.webm$/i, type: /^(?:video|audio)\// },
  { extension: /\.(?:m4a|mp4)$/i, type: /^(?:video|audio)\/mp4$/ },
  { extension: /\.(?:ogg|oga|opus)$/i, type: /^audio\/ogg$/ },
];
/** Extensions of the types that a browser shows by itself. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'video/webm': 'webm',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};

/**
 * The name under which a browser stores a file: its own where it fits the type that the bytes have, otherwise with the
 * right extension behind it. A picture named `invoice.exe` becomes `invoice.exe.png`, a page named `photo.jpg`
 * becomes `photo.jpg.bin`, so that no name makes a computer open bytes as something else.
 */
export function servedName(name: string, mediaType: string): string {
  const claimed = NAMED.find(({ extension }) => extension.test(name));
  if (claimed?.type.test(mediaType) === true) return name;
  const extension = EXTENSIONS[mediaType];
  if (extension !== undefined) return `${name}.${extension}`;
  return claimed === undefined ? name : `${name}.bin`;
}
