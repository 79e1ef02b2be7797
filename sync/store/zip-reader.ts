import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** Content of an archive by path. Each is read when it is asked for. */
export type ZipEntries = ReadonlyMap<string, () => Promise<Blob>>;

// The page's policy allows no worker from a script that is not one of its own files.
configure({ useWebWorkers: false });

/** True for the first bytes of a ZIP archive. */
export async function isZip(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);
}

/** Undefined for a file that is cut or is no archive. */
export async function readZip(file: Blob): Promise<ZipEntries | undefined> {
  try {
    const entries = await new ZipReader(new BlobReader(file)).getEntries();
    return new Map(
      entries.flatMap((entry) =>
        entry.directory ? [] : [[entry.filename, () => contentOf(entry)] as const],
      ),
    );
  } catch {
    return undefined;
  }
}

/** An empty Blob for bytes that are damaged: the caller knows how many the content has. */
async function contentOf(entry: FileEntry): Promise<Blob> {
  return await entry.getData(new BlobWriter(), { checkSignature: true }).catch(() => new Blob());
}
