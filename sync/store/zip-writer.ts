import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Archive that is written while it is built: finished chunks are Blobs, which a browser keeps on its disk. */
export interface ZipWriter {
  /** Adds a text in chunks, compressed. */
  readonly text: (path: string, chunks: AsyncIterable<string> | Iterable<string>) => Promise<void>;
  /** Adds bytes uncompressed: images and videos would not get smaller. */
  readonly bytes: (path: string, content: Blob) => Promise<void>;
  /** Bytes written so far. */
  readonly size: () => number;
  readonly finish: () => Blob;
}

/** Bytes per Blob. */
const GATHERED = 4_000_000;
const CHUNK = 1_000_000;

export function zipWriter(at: Date): ZipWriter {
  const encoder = new TextEncoder();
  const parts: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let size = 0;
  const hand = () => {
    parts.push(new Blob(gathered));
    gathered = [];
    waiting = 0;
  };
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    // Copied, because fflate may reuse the buffer of a chunk.
    gathered.push(new Uint8Array(chunk));
    waiting += chunk.length;
    size += chunk.length;
    if (waiting >= GATHERED) hand();
  });
  const begin = <Entry extends ZipDeflate | ZipPassThrough>(entry: Entry): Entry => {
    entry.mtime = isInArchives(at) ? at : new Date(2000, 0, 1);
    zip.add(entry);
    return entry;
  };
  return {
    text: async (path, chunks) => {
      const entry = begin(new ZipDeflate(path, { level: 6 }));
      for await (const chunk of chunks) entry.push(encoder.encode(chunk));
      entry.push(new Uint8Array(0), true);
    },
    bytes: async (path, content) => {
      const entry = begin(new ZipPassThrough(path));
      for (let from = 0; from < content.size; from += CHUNK) {
        const chunk = await content.slice(from, from + CHUNK).arrayBuffer();
        entry.push(new Uint8Array(chunk), from + CHUNK >= content.size);
      }
      if (content.size === 0) entry.push(new Uint8Array(0), true);
    },
    size: () => size,
    finish: () => {
      zip.end();
      hand();
      return new Blob(parts, { type: 'application/zip' });
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
