import { useCallback } from 'react';
import type { Snooze } from '../../model/entities/snooze.ts';
import { snoozeSet } from '../../model/mutations/snooze/snooze-set.ts';
import { listRejectedChanges, listSnoozes, type OwnChange } from '../../sync/client/index.ts';
import { useLive, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

/** Tasks that the person has put off, also those whose time has passed; undefined while they are read. */
export function useSnoozes(): readonly Snooze[] | undefined {
  return useLive(listSnoozes, []);
}

/** Changes of the person that the server rejected and that still wait for a decision; undefined while they are read. */
export function useRejectedChanges(): readonly OwnChange[] | undefined {
  return useLive(async (db) => await listRejectedChanges(db), []);
}

/** Puts a task off until an instant (ISO), or ends it with null; true when it is committed on this device. */
export function useSnooze(): (
  task: string,
  until: string | null,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (task, until, success) => await mutate(snoozeSet, { task, until }, { success }),
    [mutate],
  );
}
