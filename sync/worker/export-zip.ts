import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** An archive that is written while it is made: what is finished lies in Blobs, which a browser keeps on its disk. */
export interface ZipWriter {
  /** A text that comes in pieces, compressed. */
  readonly text: (path: string, pieces: AsyncIterable<string> | Iterable<string>) => Promise<void>;
  /** Bytes as they are: pictures and films do not get smaller. */
  readonly bytes: (path: string, content: Blob) => Promise<void>;
  /** Bytes so far. */
  readonly size: () => number;
  readonly finish: () => Blob;
}

/** Bytes that are handed over to a Blob together. */
const GATHERED = 4_000_000;
const PIECE = 1_000_000;

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
    // A copy: what fflate gives out may lie in a buffer that it uses again.
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
    text: async (path, pieces) => {
      const entry = begin(new ZipDeflate(path, { level: 6 }));
      for await (const piece of pieces) entry.push(encoder.encode(piece));
      entry.push(new Uint8Array(0), true);
    },
    bytes: async (path, content) => {
      const entry = begin(new ZipPassThrough(path));
      for (let from = 0; from < content.size; from += PIECE) {
        const piece = await content.slice(from, from + PIECE).arrayBuffer();
        entry.push(new Uint8Array(piece), from + PIECE >= content.size);
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

/** The format has no other years; a device's clock may say anything. */
function isInArchives(at: Date): boolean {
  return at.getFullYear() >= 1981 && at.getFullYear() <= 2098;
}

/** Names inside one folder, none twice, none that means something to a file system. */
export function uniqueNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const name = harmlessName(wanted);
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? name : `${stem} (${String(count)})${extension}`;
      // Some file systems see no difference between A and a.
      if (!taken.has(candidate.toLowerCase())) {
        taken.add(candidate.toLowerCase());
        return candidate;
      }
    }
  };
}

/** Control characters, those that turn the direction of reading, and what paths are made of. */
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;

/** A name that leads nowhere else and that every system can write. */
function harmlessName(wanted: string): string {
  const plain = wanted
    .toWellFormed()
    .replaceAll(NOT_IN_NAMES, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const short = Array.from(plain).slice(-120).join('');
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short)) return `_${short}`;
  return short === '' ? 'file' : short;
}
