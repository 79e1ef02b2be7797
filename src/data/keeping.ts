/** Files of forms that are being stored on this device, or are stored (src/data/shots.ts). */
const keeping = new WeakMap<File, Promise<void>>();

/** Stores a file once. `keep` resolves to the reason why it could not be stored: the next call tries again. */
export function keepOnce(file: File, keep: () => Promise<string | undefined>): void {
  if (keeping.has(file)) return;
  const stored = async () => {
    if ((await keep()) !== undefined) keeping.delete(file);
  };
  keeping.set(file, stored());
}

/** Attaching or discarding a file removes what is stored of it: not before it is stored. */
export async function keptFirst(file: File): Promise<void> {
  await keeping.get(file);
}
