import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import {
  mayDirectTask,
  mayManageCollaborators,
  mayMoveTask,
} from '../../../model/permissions/task.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useActor } from '../../data/client.tsx';
import { useFlags } from '../../data/flags.ts';
import { useAssignTask, useSetCollaborators, useSetFlag } from '../../data/task-changes.ts';
import { useMoveTask, useRestorePlace } from '../../data/tasks.ts';
import { dateInFull, dateWords } from '../../ui/date-words.ts';
import { FlagMark } from '../../ui/flag-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { useNow } from '../../ui/use-now.ts';
import { PeopleField } from './people-field.tsx';
import { TaskTicks } from './task-ticks.tsx';
import classes from './task-panel.module.css';

/** Everything about a task but its comments, each field changed in place by those who may (board spec, 6). */
export function TaskDetails({ task }: { readonly task: Task }) {
  const actor = useActor();
  const assign = useAssignTask();
  const collaborate = useSetCollaborators();
  const may = (rule: typeof mayDirectTask) =>
    actor !== undefined && rule(actor, task) === undefined;
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
            <time dateTime={task.start_date}>{dateInFull(task.start_date)}</time>
          </Field>
        )}
        <Field name="Assignee">
          <PeopleField
            label="Assignee"
            project={task.project}
            people={assigneesOf(task)}
            empty="No Member assigned"
            several={task.assigned_users.length > 0}
            required
            editable={may(mayDirectTask)}
            onChange={async (people) => {
              if (await assign(task, people))
                showToast({ message: 'Member assigned successfully' });
            }}
          />
        </Field>
        <Field name="Priority">
          <PriorityField task={task} editable={may(mayDirectTask)} />
        </Field>
        <Field name="Stage">
          <StageField task={task} editable={may(mayMoveTask)} />
        </Field>
        <Field name="Collaborators">
          <PeopleField
            label="Collaborators"
            project={task.project}
            people={task.collaborators}
            empty="None"
            several
            required={false}
            editable={may(mayManageCollaborators)}
            onChange={async (people) => {
              if (await collaborate(task, people)) {
                showToast({ message: 'Collaborators added successfully' });
              }
            }}
          />
        </Field>
      </dl>
      {actor?.specialRole !== true && (
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
      {dateWords(task.end_date, today)}
      {overdue && ', overdue'}
    </time>
  );
}

interface FieldProps {
  readonly task: Task;
  readonly editable: boolean;
}

function PriorityField({ task, editable }: FieldProps) {
  const flags = useFlags() ?? [];
  const setFlag = useSetFlag();
  const flag = flags.find((one) => one.id === task.flag);
  const mark =
    flag === undefined ? undefined : <FlagMark name={flag.name} colour={flag.colour_code} />;
  if (!editable) {
    return (
      <Group gap="xs">
        {mark} {flag?.name ?? 'No priority'}
      </Group>
    );
  }
  return (
    <Select
      size="xs"
      aria-label="Priority"
      allowDeselect={false}
      data={flags.map((one) => ({ value: one.id, label: one.name }))}
      value={task.flag}
      leftSection={mark}
      onChange={async (id) => {
        if (id === null || id === task.flag) return;
        if (await setFlag(task.id, id)) showToast({ message: 'Priority updated successfully' });
      }}
    />
  );
}

function StageField({ task, editable }: FieldProps) {
  const cards = useBoardCards(task.project) ?? [];
  const move = useMoveTask();
  const restore = useRestorePlace();
  const undo = useUndo();
  const card = cards.find((one) => one.id === task.card);
  if (!editable) return <>{card?.name ?? 'An archived card'}</>;
  return (
    <Select
      size="xs"
      aria-label="Stage"
      allowDeselect={false}
      placeholder="An archived card"
      data={cards.map((one) => ({ value: one.id, label: one.name }))}
      value={card?.id ?? null}
      onChange={async (id) => {
        if (id === null || id === task.card) return;
        if (await move(task, id, 'top')) {
          undo({ message: 'Task Stage Updated successfully', undo: () => void restore(task) });
        }
      }}
    />
  );
}
