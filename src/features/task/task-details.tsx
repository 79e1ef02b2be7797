import type { ReactNode } from 'react';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import {
  mayDirectTask,
  mayEditTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { useActor } from '../../data/client.tsx';
import { useAssignTask, useSetCollaborators } from '../../data/task-changes.ts';
import { useTaskPicker } from '../../data/task-picker.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { PeopleField } from './people-field.tsx';
import { StartDate } from './start-date.tsx';
import { LabelField, PriorityField, StageField } from './task-fields.tsx';
import { TaskDescription } from './task-description.tsx';
import { TaskTicks } from './task-ticks.tsx';
import classes from './task-panel.module.css';
import { type PermissionMessage, usePermissionMessage } from './use-permission-message.ts';

/** Fields of a task without its comments, each editable in place for those with the right (board spec, 6). */
export function TaskDetails({ task }: { readonly task: Task }) {
  const actor = useActor();
  const assign = useAssignTask();
  const collaborate = useSetCollaborators();
  const permissionMessage = usePermissionMessage(task);
  const directs = permissionMessage(mayDirectTask);
  const manages = permissionMessage(mayManageCollaborators);
  const edits = permissionMessage(mayEditTask);
  const special = actor?.specialRole === true;
  return (
    <>
      {!task.status && <p className={classes.archived}>This task is archived.</p>}
      <TaskTicks task={task} />
      <dl className={classes.fields}>
        <Field name="Due date">
          <DateButton task={task} kind="due" permission={edits}>
            <DueDate task={task} />
          </DateButton>
        </Field>
        {(task.start_date !== null || edits.offered) && (
          <Field name="Start date">
            <DateButton task={task} kind="start" permission={edits}>
              {task.start_date === null ? (
                <span className={classes.muted}>No start date</span>
              ) : (
                <StartDate date={task.start_date} />
              )}
            </DateButton>
          </Field>
        )}
        <Field name="Assignee">
          <PeopleField
            label="Assignee"
            project={task.project}
            people={assigneesOf(task)}
            empty="No Member assigned"
            several={task.assigned_users.length > 0}
            required={false}
            editable={directs.offered}
            blocked={directs.blocked}
            onChange={async (people) => {
              await assign(task, people);
            }}
          />
        </Field>
        <Field name="Priority">
          <PriorityField task={task} say={directs} />
        </Field>
        <Field name={special ? 'Sub-task' : 'Label'}>
          <LabelField task={task} say={directs} name={special ? 'Sub-task' : 'Label'} />
        </Field>
        <Field name="Stage">
          <StageField task={task} say={permissionMessage(mayMoveTask)} />
        </Field>
        <Field name="Collaborators">
          <PeopleField
            label="Collaborators"
            project={task.project}
            people={task.collaborators}
            empty="None"
            several
            required={false}
            editable={manages.offered}
            blocked={manages.blocked}
            onChange={async (people) => {
              await collaborate(task, people, {});
            }}
          />
        </Field>
      </dl>
      {!special && <TaskDescription task={task} />}
    </>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.field}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface DateButtonProps {
  readonly task: Task;
  readonly kind: 'due' | 'start';
  readonly permission: PermissionMessage;
  readonly children: ReactNode;
}

/** A date as text; for those with the right a button that opens its picker, or the alert. */
function DateButton({ task, kind, permission, children }: DateButtonProps) {
  const picker = useTaskPicker();
  if (!permission.offered) return children;
  const open = () => picker.open({ kind, tasks: [task.id] });
  return (
    <button type="button" className={classes.value} onClick={permission.blocked ?? open}>
      {children}
    </button>
  );
}

function DueDate({ task }: { readonly task: Task }) {
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  if (task.end_date === null) return <span className={classes.muted}>No Due Date</span>;
  const overdue = isOverdue(task, today);
  return (
    <time
      dateTime={task.end_date}
      title={dateInFull(task.end_date)}
      className={overdue ? classes.overdue : undefined}
    >
      {formatDate(task.end_date, today)}
      {overdue && ', overdue'}
    </time>
  );
}
