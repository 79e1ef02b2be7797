import type { Task } from '../entities/task.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsPatch, needsPost } from './actor.ts';
import { isAssignee, isCreator } from './task.ts';

type People = Pick<Task, 'created_by' | 'assigned_to' | 'assigned_users'>;
type Team = People & Pick<Task, 'collaborators'>;

/** Adding subtasks: the task's creator, with post_access (board spec, 6). */
export function mayAddSubtask(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPost(actor, /*i18n*/ "You don't have access to add a subtask"),
    isCreator(actor, task)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the person who created the task can add subtasks'),
  );
}

/**
 * Name, assignee, dates, document, order, deletion: the task's creator and the subtask's creator, with
 * patch_access.
 */
export function mayChangeSubtask(
  actor: Actor,
  task: People,
  subtask: { readonly created_by: string },
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isCreator(actor, task) || subtask.created_by === actor.orgUserId
      ? undefined
      : refuse(
          'forbidden',
          /*i18n*/ 'Only the person who created the task can change its subtasks',
        ),
  );
}

/**
 * Ticking a subtask: its assignee, and the people who work on the task, creator, assignees and
 * collaborators (board spec, 4).
 */
export function mayTickSubtask(
  actor: Actor,
  task: Team,
  subtask: { readonly assigned_to: string | null },
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isCreator(actor, task) ||
      isAssignee(actor, task) ||
      subtask.assigned_to === actor.orgUserId ||
      task.collaborators.includes(actor.orgUserId)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only people who work on the task can complete its subtasks'),
  );
}
