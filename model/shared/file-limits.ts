/** Bytes of a part of an upload; the last one may be shorter (FILE-1). */
export const PART_BYTES = 1_048_576;

/**
 * Maximum file size in bytes, whatever an operator allows: its parts are numbered with at most five
 * digits.
 */
export const LARGEST_FILE_BYTES = 10_000_000_000;

export function partsOf(size: number): number {
  return Math.ceil(size / PART_BYTES);
}
