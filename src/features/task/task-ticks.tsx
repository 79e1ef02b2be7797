import { Checkbox } from '@mantine/core';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import { mayTickCompleted, mayTickEmployee } from '../../../model/permissions/task.ts';
import { completionOf, hasTicked, tickLabel } from '../../data/task-completion.ts';
import { useTickCompleted, useTickEmployee } from '../../data/task-ticks.ts';
import { useActor } from '../../data/client.tsx';
import { usePersonName } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { instantInSentence } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SendBack } from './send-back.tsx';
import classes from './task-panel.module.css';
import { lockedProps, usePermissionMessage } from './use-permission-message.ts';

/** Keeps the height of a line without a name. */
const NO_ONE = '\u00a0';

/**
 * Both sides of completion with person and time (board spec, 4 and 6). Without the access flag a checkbox is
 * disabled (5), and a click on it shows the alert (6).
 */
export function TaskTicks({ task }: { readonly task: Task }) {
  const actor = useActor();
  const nameOf = usePersonName();
  const now = useNow(60_000);
  const tickCompleted = useTickCompleted();
  const tickEmployee = useTickEmployee();
  // An unset side also has a line: one that appeared with the tick would move everything below.
  const stamp = (who: string, iso: string | null) => {
    if (who === '') return NO_ONE;
    const when = iso === null ? i18n.t('not yet') : instantInSentence(iso, now);
    return `${who}, ${when}`;
  };
  const mine = hasTicked(task, actor);
  const multi = task.assigned_users.length > 0;
  const change = async (side: 'creator' | 'assignee', done: boolean) => {
    const tick = side === 'creator' ? tickCompleted : tickEmployee;
    await tick(task, done, {
      message: tickLabel({ ...completionOf(task, actor), completer: side }, done),
      undo: () => tick(task, !done),
    });
  };
  const permissionMessage = usePermissionMessage(task);
  const [employee, creator] = [
    permissionMessage(mayTickEmployee),
    permissionMessage(mayTickCompleted),
  ];
  const assignees = assigneesOf(task);
  const ticked = assignees.filter((id) => id in task.ticks);
  return (
    <section className={classes.ticks} aria-label={i18n.t('Completion')}>
      <Checkbox
        size="sm"
        label={i18n.t('Completed by Employee')}
        description={
          multi
            ? i18n.t('{ticked} of {count} have ticked', {
                ticked: ticked.length,
                count: task.assigned_users.length,
              })
            : stamp(
                assignees.map(nameOf).join(', '),
                task.is_completed_employee ? task.is_completed_emp_at : null,
              )
        }
        checked={!employee.offered && multi ? task.is_completed_employee : mine}
        disabled={!employee.offered}
        {...lockedProps(employee.blocked)}
        onChange={(event) => void change('assignee', event.currentTarget.checked)}
      />
      <SendBack task={task}>
        <Checkbox
          size="sm"
          label={i18n.t('Completed')}
          description={stamp(
            nameOf(task.created_by),
            task.is_completed ? task.is_completed_at : null,
          )}
          checked={task.is_completed}
          disabled={!creator.offered}
          {...lockedProps(creator.blocked)}
          onChange={(event) => void change('creator', event.currentTarget.checked)}
        />
      </SendBack>
      {multi && (
        <ul className={classes.tickList}>
          {assignees.map((id) => (
            <li key={id}>{stamp(nameOf(id), task.ticks[id] ?? null)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
