/** Bytes of a part of an upload; the last one may be shorter (FILE-1). */
export const PART_BYTES = 1_048_576;

export function partsOf(size: number): number {
  return Math.ceil(size / PART_BYTES);
}
