import { type Project, projects } from '../../../model/entities/project.ts';
import { type Workspace, workspaces } from '../../../model/entities/workspace.ts';
import { type AccountDb, rows } from '../database.ts';

/** Active workspaces on this device, by name. */
export async function listWorkspaces(db: AccountDb): Promise<readonly Workspace[]> {
  const found = await rows(db, workspaces).toArray();
  return found.filter((one) => isActive(one)).toSorted(byName);
}

export async function findWorkspace(db: AccountDb, id: string): Promise<Workspace | undefined> {
  const row = await rows(db, workspaces).get(id);
  return row && { ...row, status: isActive(row) };
}

/** Ids of the archived workspaces, whose projects no list shows. */
export async function archivedWorkspaceIds(db: AccountDb): Promise<ReadonlySet<string>> {
  const found = await rows(db, workspaces).toArray();
  return new Set(found.filter((one) => !isActive(one)).map(({ id }) => id));
}

/** Archived projects and workspaces, by name. */
export interface Archived {
  readonly workspaces: readonly Workspace[];
  /** Projects that are archived themselves. */
  readonly projects: readonly Project[];
}

export async function listArchived(db: AccountDb): Promise<Archived> {
  const [spaces, found] = await Promise.all([
    rows(db, workspaces).toArray(),
    rows(db, projects).toArray(),
  ]);
  return {
    workspaces: spaces.filter((one) => !isActive(one)).toSorted(byName),
    projects: found.filter(({ status }) => !status).toSorted(byName),
  };
}

/** A row of an older build has no status and is active. */
function isActive(row: { readonly status?: boolean }): boolean {
  return row.status !== false;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name.localeCompare(right.name);
}
