/** Content of an archive by path. Each is read when it is asked for. */
export type ZipEntries = ReadonlyMap<string, () => Promise<Blob>>;

/** Bytes of the end of an archive's list, and of the longest comment behind it. */
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const END = 0x06_05_4b_50;
const LISTED = 0x02_01_4b_50;
const STORED = 0;
const DEFLATED = 8;

/** True for the first bytes of a ZIP archive. */
export async function isZip(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);
}

/**
 * Entries of a ZIP archive without Zip64 and encryption, by its list at the end: that of `zipWriter`, and of a tool that
 * has packed its content again. Undefined for a file that is cut or is no such archive.
 */
export async function readZip(file: Blob): Promise<ZipEntries | undefined> {
  const tailStart = Math.max(0, file.size - END_BYTES - LONGEST_COMMENT);
  const tail = await viewOf(file, tailStart, file.size);
  const end = endOf(tail);
  if (end === undefined) return undefined;
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const list = await viewOf(file, start, start + tail.getUint32(end + 12, true));
  const entries = new Map<string, () => Promise<Blob>>();
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== LISTED) return undefined;
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      list.getUint16(at + field, true),
    );
    const next = at + 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (next > list.byteLength) return undefined;
    const name = new Uint8Array(list.buffer, at + 46, nameLength);
    const method = list.getUint16(at + 10, true);
    const size = list.getUint32(at + 20, true);
    const header = list.getUint32(at + 42, true);
    entries.set(new TextDecoder().decode(name), () => contentOf(file, { method, size, header }));
    at = next;
  }
  return entries;
}

interface Listed {
  readonly method: number;
  /** Bytes in the archive. */
  readonly size: number;
  /** Place of the entry's own header. */
  readonly header: number;
}

/** An empty Blob for a compression that is not supported: the caller knows how many bytes the content has. */
async function contentOf(file: Blob, { method, size, header }: Listed): Promise<Blob> {
  const own = await viewOf(file, header, header + 30);
  if (own.byteLength < 30) return new Blob();
  const start = header + 30 + own.getUint16(26, true) + own.getUint16(28, true);
  const content = file.slice(start, start + size);
  if (method === STORED) return content;
  if (method !== DEFLATED) return new Blob();
  const inflated = content.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(inflated).blob().catch(() => new Blob());
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** Place of the end of the list; it is the last one, because a comment may contain its signature. */
function endOf(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) === END) return at;
  }
  return undefined;
}
