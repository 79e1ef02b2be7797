import { useCallback } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { useAccount, useActor, useMutate } from './client.tsx';
import { useAttachFile } from './attach-file.ts';
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
 * Marks a task as done with what it asks for. The photos are stored first: the tick names them and is never sent
 * before their rows (MUT-6). Resolves to false if a photo or the tick was refused.
 */
export function useMarkDone(): (task: Task, answer: DoneAnswer) => Promise<boolean> {
  const account = useAccount();
  const actor = useActor();
  const mutate = useMutate();
  const attach = useAttachFile('image');
  const tick = useTickEmployee();
  return useCallback(
    async (task, { remark, photos, signature, signedAs }) => {
      if (account === undefined || actor === undefined) return false;
      const ids: string[] = [];
      for (const photo of photos) {
        const stored = await attach(photo, task.scope);
        if (stored === undefined) return false;
        ids.push(stored.id);
      }
      const { id, project } = task;
      const step = { id: account.newId(), project, people: [actor.orgUserId] };
      const answer = {
        ...(remark.trim() !== '' && { remark }),
        ...(ids.length > 0 && { photos: ids }),
        ...(signature !== '' && { signature }),
        ...(signedAs.trim() !== '' && { signed_as: signedAs }),
      };
      const at = isoSeconds(account.now());
      const completion = { ...completionOf(task, actor), completer: 'assignee' as const };
      const success = {
        message: tickLabel(completion, true),
        undo: () => void tick(task, false),
      };
      return await mutate(taskCompleteEmployee, { id, done: true, at, step, answer }, { success });
    },
    [account, actor, mutate, attach, tick],
  );
}
