/** Files of forms that are being stored on this device (src/data/shots.ts). */
const keeping = new WeakMap<File, Promise<unknown>>();

export function noteKeeping(file: File, kept: Promise<unknown>): void {
  keeping.set(file, kept);
}

/** Attaching or discarding a file removes what is stored of it: not before it is stored. */
export async function keptFirst(file: File): Promise<void> {
  await keeping.get(file);
}
