import { Checkbox } from '@mantine/core';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayTickSubtask } from '../../../model/permissions/subtask.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SubtaskFields } from './subtask-fields.tsx';
import classes from './task-panel.module.css';
import { lockedProps, usePermissionMessage } from './use-permission-message.ts';
import { useSubtaskActions } from './use-subtask-actions.ts';

interface Props {
  readonly task: Task;
  readonly subtask: Subtask;
}

/** A subtask on a page of its own: checkbox and fields. */
export function SubtaskView({ task, subtask }: Props) {
  const { toggle } = useSubtaskActions();
  const ticking = usePermissionMessage(task)((who, one) => mayTickSubtask(who, one, subtask));
  return (
    <>
      <section className={classes.ticks} aria-label={i18n.t('Completion')}>
        <Checkbox
          size="sm"
          label={i18n.t('Completed')}
          checked={subtask.is_completed}
          disabled={!ticking.offered}
          {...lockedProps(ticking.blocked)}
          onChange={() => void toggle(subtask)}
        />
      </section>
      <SubtaskFields task={task} subtask={subtask} />
    </>
  );
}
