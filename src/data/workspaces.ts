import { useCallback } from 'react';
import type { Workspace } from '../../model/entities/workspace.ts';
import { workspaceCreate } from '../../model/mutations/workspace/workspace-create.ts';
import { type Archived, findWorkspace, listArchived } from '../../sync/client/index.ts';
import { useAccount, useLive, useMutate } from './client.tsx';
import { itself, useObserved } from './observed.ts';

/** Active workspaces that the person can read, by name; undefined while they are read. */
export function useWorkspaces(): readonly Workspace[] | undefined {
  return useObserved(useAccount()?.directory.workspaces, itself);
}

/** Workspace by id, archived or not; null when this device has no such row. */
export function useWorkspace(id: string): Workspace | null | undefined {
  return useLive(async (db) => (await findWorkspace(db, id)) ?? null, [id]);
}

/** Archived workspaces and projects, by name; undefined while they are read. */
export function useArchived(): Archived | undefined {
  return useLive(listArchived, []);
}

/** Adds a workspace with only a name; returns its id when it is committed on this device. */
export function useAddWorkspace(): (name: string) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (name) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      return (await mutate(workspaceCreate, { id, name, desc: '' })) ? id : undefined;
    },
    [account, mutate],
  );
}
