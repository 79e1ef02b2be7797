import { useCallback } from 'react';
import { taskArchive } from '../../model/mutations/task/task-archive.ts';
import { useActor, useClientValue, useMutate } from './client.tsx';
import { type SuccessOptions, useShowSuccess } from './success.tsx';

type SetStatus = (id: string, status: boolean, success?: SuccessOptions) => Promise<boolean>;

/**
 * Archives (status false), or takes that back (status true), in another card where its own has been archived since.
 * False also when a message says what was done instead.
 */
export function useArchiveTask(): SetStatus {
  const mutate = useMutate();
  const value = useClientValue();
  const actor = useActor();
  const showSuccess = useShowSuccess();
  return useCallback(
    async (id, status, success) => {
      const part = status ? await import('./return-task.ts').catch(() => undefined) : undefined;
      const shown = await part?.undoElsewhere({ ...value, actor, showSuccess }, id, 'archiving');
      return shown ?? (await mutate(taskArchive, { id, status }, { success }));
    },
    [value, actor, showSuccess, mutate],
  );
}
