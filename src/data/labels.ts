import { useCallback } from 'react';
import type { Label } from '../../model/entities/label.ts';
import { labelCreate } from '../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../model/mutations/label/label-delete.ts';
import { labelRename } from '../../model/mutations/label/label-rename.ts';
import { findLabel, listLabels } from '../../sync/client/index.ts';
import { useAccount, useLiveOf, useMutate } from './client.tsx';
import { itself, useObserved } from './observed.ts';

/** Task labels of a project, by name; undefined while they are read. */
export function useLabels(projectId: string | undefined): readonly Label[] | undefined {
  return useLiveOf(projectId, listLabels);
}

/** Names of all labels that the person can read, by id. */
export function useLabelNames(): ReadonlyMap<string, string> | undefined {
  return useObserved(useAccount()?.directory.labels, itself);
}

/** Label by id; null when this device has no such row, undefined while it is read. */
export function useLabel(id: string | null | undefined): Label | null | undefined {
  const found = useLiveOf(id ?? undefined, async (db, key) => (await findLabel(db, key)) ?? null);
  return id === null || id === undefined ? null : found;
}

/** Adds a label to a project; returns its id when it is committed on this device. */
export function useAddLabel(): (project: string, name: string) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (project, name) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      return (await mutate(labelCreate, { id, project, name })) ? id : undefined;
    },
    [account, mutate],
  );
}

/** Options for a task's label field, and a function that adds a label. */
export function useLabelChoice(project: string): {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly create: (name: string) => Promise<string | undefined>;
} {
  const labels = useLabels(project) ?? [];
  const add = useAddLabel();
  return {
    options: labels.map(({ id, name }) => ({ value: id, label: name })),
    create: async (name) => await add(project, name),
  };
}

export function useRenameLabel(): (id: string, name: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id, name) => await mutate(labelRename, { id, name }), [mutate]);
}

export function useDeleteLabel(): (id: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id) => await mutate(labelDelete, { id }), [mutate]);
}
