import { type Subtask, subtasks } from '../../entities/subtask.ts';
import { type Task, tasks } from '../../entities/task.ts';
import type { Actor } from '../../permissions/actor.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import type { Refusal } from '../../shared/errors.ts';
import type { Reader, RowRef } from '../define-mutation.ts';
import { isMemberOf } from '../context/project-context.ts';

/** A subtask, its task, and whether the actor is a member of the task's project. */
export interface SubtaskContext {
  readonly subtask: Subtask | undefined;
  readonly task: Task | undefined;
  readonly isMember: boolean;
}

export async function gatherSubtask(
  read: Reader,
  actor: Actor,
  id: string,
): Promise<SubtaskContext> {
  const subtask = await read.get(subtasks, id);
  const task = subtask && (await read.get(tasks, subtask.task));
  return {
    subtask,
    task,
    isMember: task !== undefined && (await isMemberOf(read, actor, task.project)),
  };
}

/** Refuses a missing row and an unreadable one with the same error, then evaluates the rule. */
export function withVisibleSubtask(
  { subtask, task, isMember }: SubtaskContext,
  actor: Actor,
  rule: (task: Task, subtask: Subtask) => Refusal | undefined,
): Refusal | undefined {
  if (subtask === undefined || task === undefined) return notFound();
  return needsProject(actor, isMember) ?? rule(task, subtask);
}

export function subtaskRefs({ id }: { readonly id: string }): readonly RowRef[] {
  return [{ table: 'subtasks', id }];
}
