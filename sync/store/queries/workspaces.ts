import { type Workspace, workspaces } from '../../../model/entities/workspace.ts';
import { type AccountDb, rows } from '../database.ts';

/** All workspaces on this device, by name. */
export async function listWorkspaces(db: AccountDb): Promise<readonly Workspace[]> {
  const found = await rows(db, workspaces).toArray();
  return found.toSorted((left, right) => left.name.localeCompare(right.name));
}
