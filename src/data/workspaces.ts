import type { Workspace } from '../../model/entities/workspace.ts';
import { listWorkspaces } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** The workspaces the person may read, by name; undefined while they are read. */
export function useWorkspaces(): readonly Workspace[] | undefined {
  return useLive(listWorkspaces, []);
}
