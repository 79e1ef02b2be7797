import type { Task } from '../../model/entities/task.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayChangeSubtask } from '../../model/permissions/subtask.ts';
import {
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
  mayTickEmployee,
} from '../../model/permissions/task.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { type AccountDb, findSubtask } from '../../sync/client/index.ts';
import { type useAllowed, useLive } from './client.tsx';
import { findTasks } from './find-tasks.ts';
import type { PickerKind, PickerRequest } from './task-picker.ts';

type Rule = (actor: Actor, task: Task) => Refusal | undefined;

const RULES: Readonly<Record<PickerKind, Rule>> = {
  assignee: mayDirectTask,
  'further-assignee': mayDirectTask,
  collaborators: mayManageCollaborators,
  priority: mayDirectTask,
  label: mayDirectTask,
  due: mayEditTask,
  start: mayEditTask,
  name: mayEditTask,
  stage: mayMoveTask,
  done: mayTickEmployee,
};

/** Tasks of a request that are on this device; undefined while they are read. */
export function useRequestedTasks({
  kind,
  tasks: ids,
}: PickerRequest): readonly Task[] | undefined {
  return useLive(
    async (db) => (await findTasks(db, ids)).filter((task) => isOpenFor(kind, task)),
    [kind, ids.join()],
  );
}

/** True when the picker can be shown; shows the permission message about a single task or subtask. */
export async function mayOpen(
  db: AccountDb,
  { kind, tasks, subtask: subtaskId }: PickerRequest,
  allowed: ReturnType<typeof useAllowed>,
): Promise<boolean> {
  const [first, ...others] = await findTasks(db, tasks);
  if (first === undefined || !isOpenFor(kind, first)) return false;
  // Several tasks: those that the person may not change are left out and reported.
  if (others.length > 0) return true;
  if (subtaskId === undefined) return await allowed((who) => RULES[kind](who, first));
  const subtask = await findSubtask(db, subtaskId);
  return subtask !== undefined && (await allowed((who) => mayChangeSubtask(who, first, subtask)));
}

/** An archived task is not changed, but may be marked as done (the rule of the tick). */
function isOpenFor(kind: PickerKind, task: Pick<Task, 'status'>): boolean {
  return task.status || kind === 'done';
}
