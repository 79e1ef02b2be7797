import { type FileRow, files } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type AccountDb, rows } from '../database.ts';

/** Files of a project, the newest first. */
export async function listProjectFiles(
  db: AccountDb,
  project: string,
): Promise<readonly FileRow[]> {
  const found = await rows(db, files).where('scope').equals(projectScope(project)).toArray();
  return found.toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1));
}
