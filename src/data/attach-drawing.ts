import type { Refusal } from '../../model/shared/errors.ts';
import type { Account } from '../../sync/client/index.ts';

type Options = Omit<Parameters<Account['attach']>[1], 'name' | 'drawnOn'>;

/**
 * The picture that a drawing was made on (src/ui/draw/drawn-photo.ts): the id of a file, or a photo that is stored
 * together with the drawing; undefined for any other file.
 */
export function originalOf(content: File): File | string | undefined {
  const original: unknown = Reflect.get(content, 'original');
  return original instanceof File || typeof original === 'string' ? original : undefined;
}

/**
 * Stores a file on this device; before a drawing the photo that it was made on. A tab that is killed between the two
 * has stored a photo that nothing shows, which the server removes after two weeks.
 */
export async function attachWithOriginal(
  account: Account,
  content: File,
  options: Options,
): Promise<{ readonly id: string } | Refusal> {
  const original = originalOf(content);
  let drawnOn = typeof original === 'string' ? original : undefined;
  if (original instanceof File) {
    const { scope } = options;
    const stored = await account.attach(original, { name: original.name, scope });
    if (!('id' in stored)) return stored;
    drawnOn = stored.id;
  }
  return await account.attach(content, { ...options, name: content.name, drawnOn });
}
