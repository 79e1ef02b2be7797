/** Content that is built from chunks, and never in memory as a whole. */
export interface GatheredBlob {
  /** A chunk of bytes whose buffer is not used again, or of text. */
  readonly add: (chunk: Uint8Array<ArrayBuffer> | string) => void;
  readonly content: () => Blob;
}

/** Bytes, or UTF-16 units, per Blob, which a browser keeps on its disk. */
const GATHERED = 4_000_000;

export function gatheredBlob(type: string): GatheredBlob {
  const parts: Blob[] = [];
  let chunks: (Uint8Array<ArrayBuffer> | string)[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < GATHERED) return;
      parts.push(new Blob(chunks));
      chunks = [];
      size = 0;
    },
    content: () => new Blob([...parts, ...chunks], { type }),
  };
}
