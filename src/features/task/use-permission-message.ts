import type { Task } from '../../../model/entities/task.ts';
import { type Actor, withAllAccess } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useActor, useAllowed } from '../../data/client.tsx';

type TaskRule = (actor: Actor, task: Task) => Refusal | undefined;

export interface PermissionMessage {
  /** The control is shown: the person has the right, apart from an access flag. */
  readonly offered: boolean;
  /** Shows the alert at the click; undefined when nothing prevents the action. */
  readonly blocked: (() => void) | undefined;
}

/** Right of a person to a change of a task, and the alert for a click without the access flag (board spec, 6). */
export function usePermissionMessage(task: Task): (rule: TaskRule) => PermissionMessage {
  const actor = useActor();
  const allowed = useAllowed();
  return (rule) => {
    if (actor === undefined) return { offered: false, blocked: undefined };
    return {
      offered: rule(withAllAccess(actor), task) === undefined,
      blocked:
        rule(actor, task) === undefined ? undefined : () => void allowed((who) => rule(who, task)),
    };
  };
}

/** Props of a checkbox that is disabled for a missing access flag and still shows the alert on a click. */
export function lockedProps(blocked: (() => void) | undefined) {
  return blocked === undefined
    ? {}
    : { 'aria-disabled': true, wrapperProps: { 'data-locked': true } };
}
