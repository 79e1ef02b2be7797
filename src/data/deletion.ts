import { useCallback } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { projectDelete } from '../../model/mutations/project/project-delete.ts';
import { taskDelete } from '../../model/mutations/task/task-delete.ts';
import { workspaceDelete } from '../../model/mutations/workspace/workspace-delete.ts';
import { localDay } from '../../model/shared/dates.ts';
import { ERASE_AFTER_DAYS, erasureOf } from '../../model/shared/erasure.ts';
import { useActor, useClientValue, useMutate } from './client.tsx';
import { useOrganization } from './organization.ts';
import { useShowSuccess } from './success.tsx';

/** Days for which this organisation keeps deleted rows. */
export function useEraseDays(): number {
  return useOrganization()?.erase_after_days ?? ERASE_AFTER_DAYS;
}

/** The viewer's day, `2026-03-04`, after which a row deleted at this instant is erased. */
export function erasureDay(deletedAt: string, days: number): string {
  const at = new Date(erasureOf(deletedAt, days));
  return localDay(at.getTime(), at.getTimezoneOffset());
}

/**
 * Deletes a task, which is restored by `useReturnTask`; true when committed on this device. The undo restores an active
 * task in another card where its own has been archived since.
 */
export function useTaskDeletion() {
  const mutate = useMutate();
  const value = useClientValue();
  const actor = useActor();
  const showSuccess = useShowSuccess();
  const remove = useCallback(
    async ({ id, status }: Pick<Task, 'id' | 'status'>) => {
      const undo = async () => {
        const part = status ? await import('./return-task.ts').catch(() => undefined) : undefined;
        const deps = { ...value, actor, showSuccess };
        const shown = await part?.undoElsewhere(deps, id, 'deletion');
        return shown ?? (await mutate(taskDelete, { id, deleted: false, status }));
      };
      return await mutate(taskDelete, { id, deleted: true, status }, { success: { undo } });
    },
    [mutate, value, actor, showSuccess],
  );
  return { remove };
}

/** A project or workspace that is deleted or restored. */
export interface Deletable {
  readonly id: string;
  readonly name: string;
  readonly status: boolean;
}

const MUTATIONS = { project: projectDelete, workspace: workspaceDelete } as const;

/** Deletes projects or workspaces, and restores them until the server erases them; true when committed on this device. */
export function useDeletion(kind: keyof typeof MUTATIONS) {
  const mutate = useMutate();
  const mutation = MUTATIONS[kind];
  const remove = useCallback(
    async ({ id, name: subject, status }: Deletable) => {
      const undo = () => mutate(mutation, { id, deleted: false, status });
      return await mutate(mutation, { id, deleted: true, status }, { success: { subject, undo } });
    },
    [mutate, mutation],
  );
  const restore = useCallback(
    async ({ id, name: subject }: Pick<Deletable, 'id' | 'name'>) =>
      await mutate(mutation, { id, deleted: false, status: true }, { success: { subject } }),
    [mutate, mutation],
  );
  return { remove, restore };
}
