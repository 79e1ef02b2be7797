import { IconAlertCircle, IconArrowMerge } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Project } from '../../../../model/entities/project.ts';
import { useMarkNotifications } from '../../../data/notification-changes.ts';
import type { Tick } from '../../../data/toggle-task.ts';
import type { TaskSummary } from '../../../data/all-tasks.ts';
import { CompletionMark } from '../../../ui/marks/completion-mark.tsx';
import { type Mark, RowMark } from '../../../ui/marks/row-mark.tsx';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { ProjectBadge } from '../project-badge.tsx';
import type { SnoozeChoice } from './snooze-choices.ts';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { TodayRow } from './today-rows.ts';
import styles from './today.module.css';

export interface RowActions {
  readonly now: number;
  readonly today: string;
  /** Key of the row whose snooze menu is open. */
  readonly menu: string | undefined;
  readonly onMenu: (key: string | undefined) => void;
  readonly tickOf: (task: TaskSummary) => Tick;
  readonly tick: (row: TodayRow) => void;
  readonly snooze: (row: TodayRow, choice: SnoozeChoice) => void;
}

interface TodayRowViewProps {
  readonly row: TodayRow;
  readonly project: Project | undefined;
  readonly mark: Mark | undefined;
  readonly actions: RowActions;
}

/** A task of Today, or a change that needs attention. The link has the focus; its keys are in `useTodayKeys`. */
export function TodayRowView({ row, project, mark, actions }: TodayRowViewProps) {
  const { task, note, change } = row;
  const { today, tickOf } = actions;
  return (
    <li className={styles['row']} data-today={row.key}>
      {change !== undefined ? (
        <span className={styles['sign']} data-tone={change}>
          {change === 'rejected' ? <IconAlertCircle {...SIGN} /> : <IconArrowMerge {...SIGN} />}
        </span>
      ) : task === undefined ? null : (
        <CompletionMark {...tickOf(task)} onToggle={() => actions.tick(row)} />
      )}
      <span className={styles['texts']}>
        <RowLink row={row} slug={project?.slug} />
        {note === '' ? null : <span className={styles['note']}>{note}</span>}
      </span>
      <RowMark mark={mark} />
      <span className={styles['project']}>
        {project === undefined ? null : (
          <>
            <ProjectBadge project={project} isSmall />
            <span className={styles['projectName']}>{project.name}</span>
          </>
        )}
      </span>
      <DueDate task={task} today={today} />
      {task === undefined || change === 'rejected' ? null : (
        <SnoozeMenu
          name={task.name}
          now={actions.now}
          opened={actions.menu === row.key}
          onChange={(opened) => actions.onMenu(opened ? row.key : undefined)}
          onSnooze={(choice) => actions.snooze(row, choice)}
        />
      )}
    </li>
  );
}

const SIGN = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

function RowLink({ row, slug }: { readonly row: TodayRow; readonly slug: string | undefined }) {
  const { task, text, comment, news, change, place } = row;
  const markRead = useMarkNotifications();
  if (change === 'rejected') {
    return (
      <Link
        to="."
        search={(before) => ({ ...before, panel: 'outbox' })}
        className={styles['text']}
        data-today-link
      >
        {text}
      </Link>
    );
  }
  if (place?.kind === 'workspace') {
    return (
      <Link
        to="."
        search={(before) => ({
          ...before,
          panel: 'workspace-settings' as const,
          workspace: place.id,
        })}
        className={styles['text']}
        data-today-link
      >
        {text}
      </Link>
    );
  }
  if (place?.kind === 'project' && slug !== undefined) {
    return (
      <Link
        to="/workspace/$slug"
        params={{ slug }}
        search={{}}
        className={styles['text']}
        data-today-link
      >
        {text}
      </Link>
    );
  }
  const id = task?.id ?? place?.id;
  if (id === undefined || slug === undefined) return <span className={styles['text']}>{text}</span>;
  return (
    <Link
      to="/workspace/$slug"
      params={{ slug }}
      search={{ task: id, ...(comment !== undefined && { comment }) }}
      className={styles['text']}
      data-today-link
      onClick={() => {
        if (news !== undefined) void markRead([news], true);
      }}
    >
      {text}
    </Link>
  );
}

interface DueDateProps {
  readonly task: TaskSummary | undefined;
  readonly today: string;
}

function DueDate({ task, today }: DueDateProps) {
  const due = task?.end_date ?? null;
  if (due === null) return <span className={styles['due']} />;
  const isLate = due < today && task?.is_completed === false;
  return (
    <time
      className={styles['due']}
      dateTime={due}
      data-tip={dateInFull(due)}
      data-late={isLate || undefined}
    >
      {formatDate(due, today)}
    </time>
  );
}
