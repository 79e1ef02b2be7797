import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { assigneesOf } from '../../../model/entities/task.ts';
import { withAllAccess } from '../../../model/permissions/actor.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import {
  areMissing,
  areTasksMissing,
  useProjectDetails,
  useProjectTasks,
} from '../../data/project-details.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';
import { TasksNotice } from '../../ui/layout/tasks-notice.tsx';
import { useMayStillArrive } from '../../data/downloading.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useLabel } from '../../data/labels.ts';
import { usePeople } from '../../data/people.ts';
import { useSubtask } from '../../data/subtasks.ts';
import { useLabelTasks } from '../../data/find-tasks.ts';
import { useTask } from '../../data/tasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatDate } from '../../ui/text/date-format.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SubtaskForm } from './subtask-form.tsx';
import classes from './subtask-page.module.css';
import { SubtaskView } from './subtask-view.tsx';

interface Props {
  /** Slug of the project, for the link to its board. */
  readonly slug: string;
  readonly projectId: string;
  /** Id of a subtask, or of a task label: organisations with special roles call labels sub-tasks. */
  readonly subtaskId: string;
}

/** Sub-task detail: one subtask, or all tasks of a label (sessions spec, 2 "SubTaskWiseDetails"). */
export function SubtaskPage({ slug, projectId, subtaskId }: Props) {
  const subtask = useSubtask(subtaskId);
  const label = useLabel(subtaskId);
  const details = useProjectDetails(projectId);
  const isReachable = useIsReachable();
  const mayCome = useMayStillArrive();
  if (subtask === undefined || label === undefined) return null;
  if (label !== null) {
    return <LabelTasks slug={slug} projectId={projectId} label={label.id} name={label.name} />;
  }
  if (subtask === null && areMissing(details)) return <DetailsNotice isReachable={isReachable} />;
  if (subtask === null && mayCome) return null;
  if (subtask === null || !subtask.status) return <Missing slug={slug} />;
  return <OneSubtask slug={slug} subtask={subtask} />;
}

function Missing({ slug }: { readonly slug: string }) {
  useDocumentTitle(`${i18n.t('Sub-task')} · Cairn`);
  return (
    <EmptyState
      text={i18n.t('This sub-task is not on this device')}
      hint={i18n.t(
        'Either it is gone, you have no access to it, or it has not been downloaded yet.',
      )}
      action={
        <Link to="/workspace/$slug" params={{ slug }} className={classes.link}>
          {i18n.t('Go to the board')}
        </Link>
      }
    />
  );
}

function OneSubtask({ slug, subtask }: { readonly slug: string; readonly subtask: Subtask }) {
  const task = useTask(subtask.task);
  const actor = useActor();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  useDocumentTitle(`${subtask.name} · Cairn`);
  if (task === undefined) return null;
  if (task === null) return <Missing slug={slug} />;
  const offersEdit =
    actor !== undefined && mayChangeSubtask(withAllAccess(actor), task, subtask) === undefined;
  const edit = async () => {
    if (await allowed((who) => mayChangeSubtask(who, task, subtask))) setEditing(true);
  };
  return (
    <div className={classes.page}>
      <p className={classes.trail}>
        <Link
          to="/workspace/$slug"
          params={{ slug }}
          search={{ task: task.id }}
          className={classes.link}
        >
          {task.name}
        </Link>
      </p>
      <div className={classes.head}>
        <h1 className={classes.title}>{subtask.name}</h1>
        {offersEdit && (
          <Button size="compact-sm" variant="default" onClick={() => void edit()}>
            {i18n.t('Edit')}
          </Button>
        )}
      </div>
      <SubtaskView task={task} subtask={subtask} />
      {editing && <SubtaskForm task={task} subtask={subtask} onClose={() => setEditing(false)} />}
    </div>
  );
}

interface LabelTasksProps {
  readonly slug: string;
  readonly projectId: string;
  readonly label: string;
  readonly name: string;
}

function LabelTasks({ slug, projectId, label, name }: LabelTasksProps) {
  const cards = useBoardCards(projectId);
  const tasks = useLabelTasks(
    useMemo(() => cards?.map((card) => card.id) ?? [], [cards]),
    label,
  );
  useDocumentTitle(`${name} · Cairn`);
  const lacksTasks = areTasksMissing(useProjectTasks(projectId));
  const isReachable = useIsReachable();
  const stages = new Map(cards?.map((card) => [card.id, card.name]));
  if (tasks === undefined) return null;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{name}</h1>
      {lacksTasks ? (
        <TasksNotice isReachable={isReachable} />
      ) : (
        <p className={classes.muted}>
          {i18n.t('{count, plural, one {# task} other {# tasks}}', { count: tasks.length })}
        </p>
      )}
      {tasks.length === 0 && !lacksTasks && (
        <EmptyState
          text={i18n.t('No tasks of this sub-task yet')}
          hint={i18n.t('Choose it in the form of a task.')}
        />
      )}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <LabelTask key={task.id} slug={slug} task={task} stage={stages.get(task.card) ?? ''} />
        ))}
      </ul>
    </div>
  );
}

interface LabelTaskProps {
  readonly slug: string;
  readonly task: Task;
  readonly stage: string;
}

function LabelTask({ slug, task, stage }: LabelTaskProps) {
  const people = usePeople();
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const names = assigneesOf(task).map(
    (id) => people?.find((person) => person.id === id)?.display_name ?? '',
  );
  return (
    <li>
      <Link
        to="/workspace/$slug"
        params={{ slug }}
        search={{ task: task.id }}
        className={classes.row}
      >
        <span className={classes.name} data-done={task.is_completed || undefined}>
          {task.name}
        </span>
        <span className={classes.muted}>{stage}</span>
        <span className={classes.muted}>
          {task.end_date === null ? i18n.t('No Due Date') : formatDate(task.end_date, today)}
        </span>
        <span className={classes.muted}>
          {names.length === 0 ? i18n.t('No Member assigned') : names.join(', ')}
        </span>
      </Link>
    </li>
  );
}
