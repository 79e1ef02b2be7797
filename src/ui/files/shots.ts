/** Photos, recordings and files of one form that are on this device and not attached yet (src/data/shots.ts). */
export interface Shots {
  /** Those that the form does not have: of an earlier visit, oldest first, after those that it has released. */
  readonly left: readonly File[];
  /**
   * Stores a file until it is attached or discarded, in place of `instead`. Resolves to the reason for the person when
   * it could not be stored; earlier ones are unchanged then.
   */
  readonly keep: (file: File, instead?: File) => Promise<string | undefined>;
  /**
   * Stores a drawing, or a file that was chosen, dropped or pasted, so that it survives a reload. One that is stored
   * already is left as it is; one that is too large, or for which there is no room, stays in memory alone.
   */
  readonly keepPicked: (file: File) => void;
  /** Takes files out of `left`: the form has them now. They stay on the device until they are attached. */
  readonly used: (files: readonly File[]) => void;
  /**
   * Offers a file again that the form had and does not attach now, as soon as it is stored; one that is not is left out.
   */
  readonly release: (file: File) => void;
  /**
   * Takes the first `limit` files, or all, out of `left`. Resolves to those that nobody has attached or discarded
   * meanwhile, e.g. in another tab, each in the version that is on the device now.
   */
  readonly take: (limit?: number) => Promise<readonly File[]>;
  readonly discard: (files: readonly File[]) => Promise<void>;
  /** True for a file that was stored, and that somebody has attached or discarded since: this form, or another tab. */
  readonly isGone: (file: File) => boolean;
  /** Reads `left` again, after files could not be attached. */
  readonly reload: () => void;
}

/** The photo that a drawing was made on, or the id of its file; undefined for a file without a drawing. */
export function photoBehind(file: File): File | string | undefined {
  const original: unknown = Reflect.get(file, 'original');
  return original instanceof File || typeof original === 'string' ? original : undefined;
}

const pasted = new WeakSet<File>();

export function notePasted(files: readonly File[]): void {
  for (const file of files) pasted.add(file);
}

/**
 * True for a file that was chosen or dropped, which the person has elsewhere. A photo, recording, drawing or the content
 * of the clipboard exists here alone.
 */
export function isChosen(file: File): boolean {
  const isRecording = Reflect.get(file, 'durationMs') !== undefined;
  const isStored = Reflect.get(file, 'shot') !== undefined;
  return !isStored && !isRecording && !pasted.has(file) && photoBehind(file) === undefined;
}
