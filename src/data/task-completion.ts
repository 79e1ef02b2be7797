import { assigneesOf, type Task } from '../../model/entities/task.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { isAssignee, isCreator } from '../../model/permissions/task.ts';

/** What one glance at a task tells: open, done by the assignee and waiting, accepted by the creator. */
export type CompletionState = 'open' | 'waiting' | 'accepted';

/** Which tick the one control on a tile sets; `none` where the person has no say. */
export type Completer = 'creator' | 'assignee' | 'none';

export interface Completion {
  readonly state: CompletionState;
  readonly completer: Completer;
  /** What the control is set to now from this person's side. */
  readonly ticked: boolean;
  /** They have the say, but not the access flag: the control is disabled, and a click says why. */
  readonly locked: boolean;
  /** Assignees of a multi-user task who have ticked, and how many there are; one of one for a single task. */
  readonly done: number;
  readonly asked: number;
}

type Ticks = Pick<
  Task,
  | 'created_by'
  | 'assigned_to'
  | 'assigned_users'
  | 'ticks'
  | 'is_completed'
  | 'is_completed_employee'
>;

/**
 * The creator's click accepts (or takes that back); the assignee's click says "done". Once accepted the assignee's
 * side is settled on the tile; the details still show both boxes (board spec, 4 and 6).
 */
export function completionOf(task: Ticks, actor: Actor | undefined): Completion {
  const state = stateOf(task);
  const completer = completerOf(task, actor, state);
  const multi = task.assigned_users.length > 0;
  const people = assigneesOf(task);
  return {
    state,
    completer,
    ticked: completer === 'creator' ? task.is_completed : hasTicked(task, actor),
    locked: completer !== 'none' && actor?.patch_access !== true,
    done: multi
      ? people.filter((person) => person in task.ticks).length
      : Number(task.is_completed_employee),
    asked: people.length,
  };
}

/** Whether this person's own "Completed by Employee" is set. */
export function hasTicked(task: Ticks, actor: Actor | undefined): boolean {
  if (task.assigned_users.length === 0) return task.is_completed_employee;
  return actor !== undefined && actor.orgUserId in task.ticks;
}

/**
 * What a tick has done, for the offer to take it back. The assignee's completes nothing: the task waits for its creator,
 * unless others have not ticked yet or the creator was first.
 */
export function tickLabel({ completer, state, done, asked }: Completion, ticked: boolean): string {
  if (completer === 'creator') return ticked ? 'Task completed' : 'Task opened again';
  if (!ticked) return 'No longer marked as done';
  const waits = state === 'open' && done + 1 >= asked;
  return waits ? 'Marked as done, waiting for acceptance' : 'Marked as done';
}

function stateOf(task: Ticks): CompletionState {
  if (task.is_completed) return 'accepted';
  return task.is_completed_employee ? 'waiting' : 'open';
}

function completerOf(task: Ticks, actor: Actor | undefined, state: CompletionState): Completer {
  if (actor === undefined) return 'none';
  if (isCreator(actor, task)) return 'creator';
  return isAssignee(actor, task) && state !== 'accepted' ? 'assignee' : 'none';
}
