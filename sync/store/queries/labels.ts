import { type Label, labels } from '../../../model/entities/label.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type AccountDb, rows } from '../database.ts';

/** Task labels of a project, by name. */
export async function listLabels(db: AccountDb, project: string): Promise<readonly Label[]> {
  const found = await rows(db, labels).where('scope').equals(projectScope(project)).toArray();
  return found.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Names of all labels, by id. */
export async function labelNames(db: AccountDb): Promise<ReadonlyMap<string, string>> {
  const found = await rows(db, labels).toArray();
  return new Map(found.map(({ id, name }) => [id, name]));
}

export async function findLabel(db: AccountDb, id: string): Promise<Label | undefined> {
  return await rows(db, labels).get(id);
}
