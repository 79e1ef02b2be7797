import { projectScope } from '../../../model/entities/scopes.ts';
import { type TaskTemplate, taskTemplates } from '../../../model/entities/task-template.ts';
import { type AccountDb, rows } from '../database.ts';

/** Templates of a project, by name. */
export async function listTaskTemplates(
  db: AccountDb,
  project: string,
): Promise<readonly TaskTemplate[]> {
  const found = await rows(db, taskTemplates)
    .where('scope')
    .equals(projectScope(project))
    .toArray();
  return found.toSorted((left, right) => left.name.localeCompare(right.name));
}
