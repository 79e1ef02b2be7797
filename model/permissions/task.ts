import { assigneesOf, type Task } from '../entities/task.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, isAdministrative, needsPatch, needsPost } from './actor.ts';

type People = Pick<Task, 'created_by' | 'assigned_to' | 'assigned_users'>;

export function isCreator(actor: Actor, task: Pick<Task, 'created_by'>): boolean {
  return task.created_by === actor.orgUserId;
}

export function isAssignee(actor: Actor, task: People): boolean {
  return assigneesOf(task).includes(actor.orgUserId);
}

export function mayCreateTask(actor: Actor): Refusal | undefined {
  return needsPost(actor, /*i18n*/ 'You dont have access to add a task');
}

/** Name, description, dates: the creator, with post_access (board spec, 6). */
export function mayEditTask(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPost(actor, /*i18n*/ "You don't have access to edit task"),
    onlyCreator(actor, task, /*i18n*/ 'Only the person who created the task can edit it'),
  );
}

/** Reassign, priority, archive: the creator, with patch_access. */
export function mayDirectTask(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    onlyCreator(actor, task, /*i18n*/ 'Only the person who created the task can change this'),
  );
}

/** Deletion and restoration until the erasure: the creator, as for archiving, and levels 1 to 3. */
export function mayDeleteTask(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isCreator(actor, task) || isAdministrative(actor)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the creator and administrators can delete this task'),
  );
}

/** Collaborators: the creator and the assignee. */
export function mayManageCollaborators(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isCreator(actor, task) || isAssignee(actor, task)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the creator and the assignee can choose collaborators'),
  );
}

/** Stage and order: the creator, the assignee, and levels 1 to 3. */
export function mayMoveTask(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isCreator(actor, task) || isAssignee(actor, task) || isAdministrative(actor)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the creator and the assignee can move this task'),
  );
}

/** Completed: the creator's part. */
export function mayTickCompleted(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    onlyCreator(
      actor,
      task,
      /*i18n*/ 'Only the person who created the task can accept it as completed',
    ),
  );
}

/** Sending back: who may accept a task may also send it back. */
export function maySendBack(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    onlyCreator(actor, task, /*i18n*/ 'Only the person who created the task can send it back'),
  );
}

/** Completed by Employee: the assignee's part; the creator only as the assignee. */
export function mayTickEmployee(actor: Actor, task: People): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isAssignee(actor, task)
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only the assignee can tick Completed by Employee'),
  );
}

function onlyCreator(actor: Actor, task: People, message: string): Refusal | undefined {
  return isCreator(actor, task) ? undefined : refuse('forbidden', message);
}
