import { type AccountDb, fileBytes, findFile, servedBytes } from '../../sync/client/index.ts';

/** Name and bytes of a photo: the picked original, or what the server has; undefined where this device has none. */
export async function fileContent(
  db: AccountDb,
  id: string,
): Promise<{ readonly name: string | undefined; readonly content: Blob | undefined }> {
  const found = await findFile(db, id);
  const content = (await fileBytes(db, id)) ?? (await servedBytes(db, id, 'small'));
  return { name: found?.row.name, content };
}
