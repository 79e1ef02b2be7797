import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import type { AttachedContent } from '../../../sync/store/attach-file.ts';
import type { SeededRandom } from '../random.ts';

/** A file that a person picked. `accepted` once the device has confirmed it: from then on it must not be lost. */
export interface PickedFile {
  readonly id: string;
  readonly digest: string;
  readonly device: string;
  /** `Device.generation` at that time. */
  readonly generation: number;
  accepted: boolean;
  /** The device removed the bytes when the person could not read the file (FILE-3.3): a restored server may lack it. */
  removed: boolean;
}

/** Bytes that no other file has: most files are small, some have two parts. */
export function newContent(random: SeededRandom): Uint8Array<ArrayBuffer> {
  const size = random.chance(0.15) ? PART_BYTES + 1 + random.int(2_000) : 1 + random.int(4_000);
  const bytes = new Uint8Array(size);
  // Text, so that the server stores what was sent.
  bytes.fill(0x61 + random.int(26));
  const mark = random.bytes(new Uint8Array(Math.min(8, size)));
  bytes.set(mark.map((byte) => 0x61 + (byte % 26)));
  return bytes;
}

export function digestOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** As much of a `Blob` as the product reads; a real one is read outside of the virtual loop. */
export function blobOf(bytes: Uint8Array<ArrayBuffer>): AttachedContent {
  return {
    size: bytes.length,
    type: 'text/plain',
    slice: (from, to) => ({ arrayBuffer: () => Promise.resolve(bytes.slice(from, to).buffer) }),
  };
}
