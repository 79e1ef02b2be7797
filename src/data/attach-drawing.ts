import type { Account, NewFile } from '../../sync/client/index.ts';

/**
 * The picture that a drawing was made on (src/ui/draw/drawn-photo.ts): the id of a file, or a photo that is stored
 * together with the drawing; undefined for any other file.
 */
export function originalOf(content: File): File | string | undefined {
  const original: unknown = Reflect.get(content, 'original');
  return original instanceof File || typeof original === 'string' ? original : undefined;
}

/** A picked file before it is stored. */
export interface PickedFile {
  /** The id that the file will have. */
  readonly id: string;
  /** What is stored: the file, and before a drawing the photo that it was made on. */
  readonly files: readonly NewFile[];
}

/** `scope` is that of the row that refers to the file. */
export function pickedFile(account: Account, content: File, scope: string): PickedFile {
  const original = originalOf(content);
  const behind =
    original instanceof File
      ? [{ id: account.newId(), content: original, name: original.name, scope }]
      : [];
  const drawnOn = typeof original === 'string' ? original : behind[0]?.id;
  const id = account.newId();
  return { id, files: [...behind, { id, content, name: content.name, scope, drawnOn }] };
}
