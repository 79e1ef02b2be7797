import { Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { useProjects } from '../../data/projects.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { useToggleTask } from '../../data/toggle-task.ts';
import { CompletionMark } from '../../ui/marks/completion-mark.tsx';
import { PlainTable } from '../../ui/tables/plain-table.tsx';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import styles from './home-page.module.css';
import { moveTab } from '../../ui/focus/move-focus.ts';
import { byDueDate, homeDate, TASK_TABS, type TaskTab, tabOf } from './my-task-groups.ts';

/** Rows shown per tab. */
const SHOWN = 100;

const TAB_TEXTS: Readonly<Record<TaskTab, Message>> = {
  Current: message('Current'),
  Upcoming: message('Upcoming'),
  Overdue: message('Overdue'),
  Completed: message('Completed'),
};
/** Name of the table of each tab. */
const TABLE_TEXTS: Readonly<Record<TaskTab, Message>> = {
  Current: message('Current tasks'),
  Upcoming: message('Upcoming tasks'),
  Overdue: message('Overdue tasks'),
  Completed: message('Completed tasks'),
};

interface MyTasksProps {
  /** Tasks of the chosen month; undefined while they are read. */
  readonly tasks: readonly Task[] | undefined;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Tasks of the viewer in four tabs, computed on this device (sessions spec, 2 "Home dashboard"). */
export function MyTasks({ tasks, today }: MyTasksProps) {
  const projects = useProjects();
  const { tickOf, toggle } = useToggleTask();
  const [tab, setTab] = useState<TaskTab>('Current');
  const panelId = useId();
  const groups = Map.groupBy(tasks ?? [], (task) => tabOf(task, today));
  const listed = (groups.get(tab) ?? []).toSorted(byDueDate);
  const slugs = new Map(projects?.map((project) => [project.id, project.slug]));
  return (
    <section aria-labelledby={`${panelId}-title`}>
      <div className={styles['head']}>
        <h2 id={`${panelId}-title`} className={styles['heading']}>
          {i18n.t('My tasks')}
        </h2>
        <Link to="/mytasks" search={{}} className={styles['all']}>
          {i18n.t('All my tasks')}
        </Link>
      </div>
      <div className={styles['tabs']} role="tablist" aria-label={i18n.t('My tasks')}>
        {TASK_TABS.map((name) => (
          <UnstyledButton
            key={name}
            role="tab"
            className={styles['tab']}
            aria-selected={name === tab}
            aria-controls={panelId}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={moveTab}
          >
            {i18n.t(TAB_TEXTS[name])}{' '}
            <Count value={groups.get(name)?.length} isAlarm={name === 'Overdue'} />
          </UnstyledButton>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-label={i18n.t(TAB_TEXTS[tab])}>
        {tasks === undefined ? (
          <Stack gap="xs" pt="xs">
            <Skeleton height={20} />
            <Skeleton height={20} />
            <Skeleton height={20} />
          </Stack>
        ) : (
          <PlainTable
            label={i18n.t(TABLE_TEXTS[tab])}
            rows={listed.slice(0, SHOWN)}
            rowKey={(task) => task.id}
            empty={i18n.t('No Data')}
            columns={[
              {
                key: 'name',
                header: i18n.t('Task Name'),
                cell: (task) => (
                  <span className={styles['taskCell']}>
                    <CompletionMark {...tickOf(task)} onToggle={() => void toggle(task)} />
                    <TaskLink task={task} slug={slugs.get(task.project)} />
                  </span>
                ),
              },
              {
                key: 'due',
                header: i18n.t('Due Date'),
                width: '110px',
                cell: (task) => (
                  <span className={tab === 'Overdue' ? styles['overdue'] : undefined}>
                    {homeDate(task.end_date)}
                  </span>
                ),
              },
            ]}
          />
        )}
        {listed.length > SHOWN ? (
          <p className={styles['more']}>
            {i18n.t('The first {shown} of {count} are shown.', {
              shown: SHOWN,
              count: listed.length,
            })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

function Count({
  value,
  isAlarm,
}: {
  readonly value: number | undefined;
  readonly isAlarm: boolean;
}) {
  if (value === undefined || value === 0) return null;
  return <span className={`${styles['count']} ${isAlarm ? styles['overdue'] : ''}`}>{value}</span>;
}

function TaskLink({ task, slug }: { readonly task: Task; readonly slug: string | undefined }) {
  const mark = usePendingMark('tasks', task.id);
  if (slug === undefined) return task.name;
  return (
    <Link
      to="/workspace/$slug"
      params={{ slug }}
      search={{ task: task.id }}
      className={styles['task']}
    >
      {task.name}
      <RowMark mark={mark} />
    </Link>
  );
}
