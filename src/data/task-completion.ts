import { assigneesOf, type Task } from '../../model/entities/task.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { isAssignee, isCreator } from '../../model/permissions/task.ts';
import { i18n } from '../i18n/i18n.ts';

/** Completion of a task: open, completed by the assignee, or accepted by the creator. */
export type CompletionState = 'open' | 'waiting' | 'accepted';

/** Checkbox that the control on a tile sets; `none` where the person lacks the right. */
export type Completer = 'creator' | 'assignee' | 'none';

export interface Completion {
  readonly state: CompletionState;
  readonly completer: Completer;
  /** Value of that checkbox. */
  readonly ticked: boolean;
  /** The person has the right but not the access flag: the control is disabled, and a click shows the reason. */
  readonly locked: boolean;
  /** Number of assignees who have completed the task; `asked` is the number of assignees. */
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
 * A click of the creator accepts (or reverts it); a click of the assignee completes. Once accepted, the tile
 * no longer offers the assignee's checkbox; the details still show both (board spec, 4 and 6).
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

/** True when this person's own "Completed by Employee" is set. */
export function hasTicked(task: Ticks, actor: Actor | undefined): boolean {
  if (task.assigned_users.length === 0) return task.is_completed_employee;
  if (actor === undefined) return false;
  return task.assigned_users.includes(actor.orgUserId) && actor.orgUserId in task.ticks;
}

/**
 * Text of the toast with Undo after a click. The assignee's checkbox does not complete the task: it waits for
 * the creator, unless other assignees are missing or the creator was first.
 */
export function tickLabel({ completer, state, done, asked }: Completion, ticked: boolean): string {
  if (completer === 'creator') {
    return ticked ? i18n.t('Task completed') : i18n.t('Task opened again');
  }
  if (!ticked) return i18n.t('No longer marked as done');
  const waits = state === 'open' && done + 1 >= asked;
  return waits ? i18n.t('Marked as done, waiting for acceptance') : i18n.t('Marked as done');
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
