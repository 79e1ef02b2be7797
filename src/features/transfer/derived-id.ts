import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Id of an imported row, derived from its parts, so that a second import of the same file creates nothing
 * twice. It has the format of every id created on a device (ID-1); nothing is ordered by it.
 */
export function derivedId(...parts: readonly string[]): string {
  const bytes = sha256(utf8ToBytes(JSON.stringify(parts.map((part) => part.toWellFormed()))));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
