import { type Project, projects } from '../../../model/entities/project.ts';
import { type AccountDb, rows } from '../database.ts';
import { archivedWorkspaceIds } from './workspaces.ts';

/** Active projects of active workspaces on this device, by name. */
export async function listProjects(db: AccountDb): Promise<readonly Project[]> {
  const [found, archived] = await Promise.all([
    rows(db, projects).toArray(),
    archivedWorkspaceIds(db),
  ]);
  return found
    .filter((project) => project.status && !archived.has(project.workspace))
    .toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Project with this slug. */
export async function findProjectBySlug(db: AccountDb, slug: string): Promise<Project | undefined> {
  return await rows(db, projects).where('slug').equals(slug).first();
}

export async function findProject(db: AccountDb, id: string): Promise<Project | undefined> {
  return await rows(db, projects).get(id);
}
