import { BlobReader, configure, ZipWriter as Archive } from '@zip.js/zip.js/lib/zip-core-native.js';
import { gatheredBlob } from './gathered-blob.ts';

/** Archive of any size: beyond 4 GB it is Zip64. */
export interface ZipWriter {
  /** Adds a text in chunks, compressed. */
  readonly text: (path: string, chunks: AsyncIterable<string> | Iterable<string>) => Promise<void>;
  /** Adds bytes uncompressed: images and videos would not get smaller. */
  readonly bytes: (path: string, content: Blob) => Promise<void>;
  readonly finish: () => Promise<Blob>;
}

// The page's policy allows no worker from a script that is not one of its own files.
configure({ useWebWorkers: false });

/** The level that browsers compress at. */
const COMPRESSED = 6;
const STORED = 0;

export function zipWriter(at: Date): ZipWriter {
  const archive = gatheredBlob('application/zip');
  const output = new WritableStream<Uint8Array>({
    // Copied, because its buffer may be used again.
    write: (chunk) => archive.add(new Uint8Array(chunk)),
  });
  const zip = new Archive(output, {
    lastModDate: isInArchives(at) ? at : new Date(2000, 0, 1),
  });
  const add = async (path: string, content: Blob, level: number) => {
    await zip.add(path, new BlobReader(content), { level });
  };
  return {
    text: async (path, chunks) => {
      const text = gatheredBlob('text/plain');
      for await (const chunk of chunks) text.add(chunk);
      await add(path, text.content(), COMPRESSED);
    },
    bytes: (path, content) => add(path, content, STORED),
    finish: async () => {
      await zip.close();
      return archive.content();
    },
  };
}

/** The ZIP format has no other years, and a device's clock may be wrong. */
function isInArchives(at: Date): boolean {
  return at.getFullYear() >= 1981 && at.getFullYear() <= 2098;
}

/** Returns unique names within one folder that are safe in every file system. */
export function uniqueNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    const name = portableName(wanted);
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? name : `${stem} (${String(count)})${extension}`;
      // Some file systems do not distinguish case.
      if (!used.has(candidate.toLowerCase())) {
        used.add(candidate.toLowerCase());
        return candidate;
      }
    }
  };
}

/** Control characters, characters that change the writing direction, and path characters. */
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;

/** Name without a path that every system can write. */
function portableName(wanted: string): string {
  const plain = wanted
    .toWellFormed()
    .replaceAll(NOT_IN_NAMES, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const short = Array.from(plain).slice(-120).join('');
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short)) return `_${short}`;
  return short === '' ? 'file' : short;
}
