import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Task } from '../../../model/entities/task.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import { useMyTasks } from '../../data/my-tasks.ts';
import { useProjects } from '../../data/projects.ts';
import { STATUS_TEXTS } from '../../data/status-texts.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PlainTable } from '../../ui/tables/plain-table.tsx';
import { formatDate } from '../../ui/text/date-format.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { AbsentPersonTasks } from './absent-person-tasks.tsx';
import { TaskLink } from './task-link.tsx';
import styles from './user-info.module.css';

/** Rows shown before "Show all". */
const SHOWN = 25;

/** Tasks of a person in the projects that the viewer can read: open tasks first, soonest due first. */
export function PersonTasks({ person }: { readonly person: OrgUser }) {
  const tasks = useMyTasks(person.id);
  const projects = useProjects();
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const [all, setAll] = useState(false);
  const byId = new Map(projects?.map((project) => [project.id, project]));
  const listed = tasks?.filter((task) => byId.has(task.project)).toSorted(openFirst);
  const shown = all ? listed : listed?.slice(0, SHOWN);
  return (
    <section className={styles['section']} aria-labelledby="person-tasks">
      <h2 id="person-tasks" className={styles['heading']}>
        {i18n.t('Tasks')} <span className={styles['count']}>{listed?.length ?? '\u00a0'}</span>
      </h2>
      {shown === undefined || listed === undefined ? (
        <LoadingRows count={3} />
      ) : (
        <PlainTable
          label={i18n.t('Tasks of {name}', { name: person.display_name })}
          rows={shown}
          rowKey={(task) => task.id}
          empty={i18n.t('No tasks found !!')}
          columns={[
            {
              key: 'name',
              header: i18n.t('Task Name'),
              cell: (task) => <TaskLink task={task} slug={byId.get(task.project)?.slug} />,
            },
            {
              key: 'project',
              header: i18n.t('Project'),
              width: '26%',
              wideOnly: true,
              cell: (task) => byId.get(task.project)?.name ?? '',
            },
            {
              key: 'status',
              header: i18n.t('Status'),
              width: '100px',
              cell: (task) => {
                const status = taskStatus(task, today);
                return (
                  <StatusMark tone={STATUS_TONES[status]}>
                    {i18n.t(STATUS_TEXTS[status])}
                  </StatusMark>
                );
              },
            },
            {
              key: 'due',
              header: i18n.t('Due Date'),
              width: '100px',
              cell: (task) => (task.end_date === null ? '---' : formatDate(task.end_date, today)),
            },
          ]}
        />
      )}
      {listed !== undefined && listed.length > SHOWN && !all ? (
        <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
          {i18n.t('Show all {count}', { count: listed.length })}
        </Button>
      ) : null}
      {listed === undefined ? null : (
        <AbsentPersonTasks person={person.id} today={today} here={listed} projects={byId} />
      )}
    </section>
  );
}

function openFirst(left: Task, right: Task): number {
  if (left.is_completed !== right.is_completed) return left.is_completed ? 1 : -1;
  return (left.end_date ?? '9999').localeCompare(right.end_date ?? '9999');
}
