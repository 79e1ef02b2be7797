import { useCallback } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { useAccount, useActor, useMutate } from './client.tsx';
import { type PickedFile, usePickedFile } from './attach-file.ts';
import { completionOf, tickLabel } from './task-completion.ts';
import { useTickEmployee } from './task-ticks.ts';

/** What the assignee adds to "done"; parts that the task does not ask for are empty. */
export interface DoneAnswer {
  readonly remark: string;
  readonly photos: readonly File[];
  /** Path data (SIGN-3); empty without a drawn one. */
  readonly signature: string;
  /** Name typed in place of a signature; empty without one. */
  readonly signedAs: string;
}

/**
 * Marks a task as done with what it asks for. The photos are stored in the transaction of the tick, which names them
 * and is never sent before their rows (MUT-6). Resolves to false if a photo or the tick was refused.
 */
export function useMarkDone(): (task: Task, answer: DoneAnswer) => Promise<boolean> {
  const account = useAccount();
  const actor = useActor();
  const mutate = useMutate();
  const pickedOf = usePickedFile('image');
  const tick = useTickEmployee();
  return useCallback(
    async (task, { remark, photos, signature, signedAs }) => {
      if (account === undefined || actor === undefined) return false;
      const all: PickedFile[] = [];
      for (const photo of photos) {
        const picked = await pickedOf(photo, task.scope);
        if (picked === undefined) return false;
        all.push(picked);
      }
      const { id, project } = task;
      const step = { id: account.newId(), project, people: [actor.orgUserId] };
      const answer = {
        ...(remark.trim() !== '' && { remark }),
        ...(all.length > 0 && { photos: all.map((photo) => photo.id) }),
        ...(signature !== '' && { signature }),
        ...(signedAs.trim() !== '' && { signed_as: signedAs }),
      };
      const at = isoSeconds(account.now());
      const completion = { ...completionOf(task, actor), completer: 'assignee' as const };
      const success = {
        message: tickLabel(completion, true),
        undo: () => tick(task, false),
      };
      const files = all.length === 0 ? undefined : all.flatMap((photo) => photo.files);
      const args = { id, done: true, at, step, answer };
      return await mutate(taskCompleteEmployee, args, { success, files });
    },
    [account, actor, mutate, pickedOf, tick],
  );
}
