import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import { maySendBack } from '../../../model/permissions/task.ts';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SendBackForm, sendBackDraft } from './send-back-form.tsx';
import classes from './sign-off.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

interface Props {
  readonly task: Task;
  /** The control of the acceptance, which the button follows in its line. */
  readonly children: ReactNode;
}

/**
 * Button and form that send the task back, for those who may accept it. A reason that was typed stays with a task that
 * somebody archives meanwhile, and can still be sent.
 */
export function SendBack({ task, children }: Props) {
  const hasDraft = useHasDraft(sendBackDraft(task.id));
  const [isOpen, setOpen] = useState(hasDraft);
  const permission = usePermissionMessage(task)(maySendBack);
  const ticked = tickedOf(task);
  const isOffered = permission.offered && task.status;
  if (isOpen && (isOffered || hasDraft)) {
    return (
      <>
        {children}
        <SendBackForm task={task} ticked={ticked} onClose={() => setOpen(false)} />
      </>
    );
  }
  return (
    <div className={classes['accept']}>
      {children}
      {isOffered && ticked.length > 0 && (
        <Button
          className={classes['sendBack']}
          size="compact-xs"
          variant="subtle"
          onClick={permission.blocked ?? (() => setOpen(true))}
        >
          {i18n.t('Send back…')}
        </Button>
      )}
    </div>
  );
}

/** Assignees who have completed the task. */
function tickedOf(task: Task): readonly string[] {
  const people = assigneesOf(task);
  if (task.is_completed) return people;
  if (task.assigned_users.length > 0) return people.filter((person) => person in task.ticks);
  return task.is_completed_employee ? people : [];
}
