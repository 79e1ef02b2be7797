import { BlobReader, configure, ZipWriter as Archive } from '@zip.js/zip.js/lib/zip-core-native.js';

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
  const written = blobWriter();
  const zip = new Archive(written.stream, {
    lastModDate: isInArchives(at) ? at : new Date(2000, 0, 1),
  });
  const add = async (path: string, content: Blob, level: number) => {
    await zip.add(path, new BlobReader(content), { level });
  };
  return {
    text: async (path, chunks) => add(path, await gathered(chunks), COMPRESSED),
    bytes: (path, content) => add(path, content, STORED),
    finish: async () => {
      await zip.close();
      return written.content();
    },
  };
}

/** Bytes, or UTF-16 units, per Blob: a browser keeps Blobs on its disk, and a stream as a whole in memory. */
const GATHERED = 4_000_000;

function blobWriter() {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const hand = () => {
    parts.push(new Blob(chunks));
    chunks = [];
    size = 0;
  };
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => {
      // Copied, because its buffer may be used again.
      chunks.push(new Uint8Array(chunk));
      size += chunk.length;
      if (size >= GATHERED) hand();
    },
  });
  const content = () => {
    hand();
    return new Blob(parts, { type: 'application/zip' });
  };
  return { stream, content };
}

/** The text as a Blob of Blobs, which a browser keeps on its disk. */
async function gathered(chunks: AsyncIterable<string> | Iterable<string>): Promise<Blob> {
  const parts: Blob[] = [];
  let texts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    texts.push(chunk);
    length += chunk.length;
    if (length < GATHERED) continue;
    parts.push(new Blob(texts));
    texts = [];
    length = 0;
  }
  return new Blob([...parts, ...texts]);
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
