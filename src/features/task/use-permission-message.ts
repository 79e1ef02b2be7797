import type { Task } from '../../../model/entities/task.ts';
import { type Actor, withAllAccess } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useActor, useAllowed } from '../../data/client.tsx';

type TaskRule = (actor: Actor, task: Task) => Refusal | undefined;

export interface PermissionMessage {
  /** The control is there: this is for the person to decide, were it not for an access flag. */
  readonly offered: boolean;
  /** Shows the alert at the click; undefined when nothing stands in the way. */
  readonly blocked: (() => void) | undefined;
}

/** Whether a person has the say in something of a task, and what a click without the access flag does (board spec, 6). */
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

/** What tells that a box is disabled for want of an access flag; a click on it shows the alert all the same. */
export function lockedProps(blocked: (() => void) | undefined) {
  return blocked === undefined
    ? {}
    : { 'aria-disabled': true, wrapperProps: { 'data-locked': true } };
}

/** What makes a field of a form answer a click or a key with the alert instead of opening. */
export function blockedProps(blocked: (() => void) | undefined) {
  if (blocked === undefined) return {};
  return {
    readOnly: true,
    onClick: blocked,
    onKeyDown: (event: { readonly key: string }) => {
      if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown') blocked();
    },
  };
}
