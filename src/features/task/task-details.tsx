import type { ReactNode } from 'react';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import {
  mayDirectTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { useActor } from '../../data/client.tsx';
import { useAssignTask, useSetCollaborators } from '../../data/task-changes.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { PeopleField } from './people-field.tsx';
import { StartDate } from './start-date.tsx';
import { LabelField, PriorityField, StageField } from './task-fields.tsx';
import { TaskTicks } from './task-ticks.tsx';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

/** Fields of a task without its comments, each editable in place for those with the right (board spec, 6). */
export function TaskDetails({ task }: { readonly task: Task }) {
  const actor = useActor();
  const assign = useAssignTask();
  const collaborate = useSetCollaborators();
  const permissionMessage = usePermissionMessage(task);
  const directs = permissionMessage(mayDirectTask);
  const manages = permissionMessage(mayManageCollaborators);
  const special = actor?.specialRole === true;
  return (
    <>
      {!task.status && <p className={classes.archived}>This task is archived.</p>}
      <TaskTicks task={task} />
      <dl className={classes.fields}>
        <Field name="Due date">
          <DueDate task={task} />
        </Field>
        {task.start_date !== null && (
          <Field name="Start date">
            <StartDate date={task.start_date} />
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
      {!special && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Description</h3>
          <p className={classes.text} data-empty={task.description === '' || undefined}>
            {task.description === '' ? 'No description provided' : task.description}
          </p>
        </section>
      )}
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
