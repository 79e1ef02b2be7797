import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
import { useProjects } from '../../../data/projects.ts';
import { useTaskMarks } from '../../../data/tasks.ts';
import { type RowActions, TodayRowView } from './today-row.tsx';
import type { TodayGroup, TodayRow, TodayTitle } from './today-rows.ts';
import styles from './today.module.css';

/** Rows shown of each group until the rest is asked for. */
const SHOWN = 8;

const TITLES: Readonly<Record<TodayTitle, Message>> = {
  'Sent back to you': message('Sent back to you'),
  Overdue: message('Overdue'),
  'Due today': message('Due today'),
  'Waiting for your acceptance': message('Waiting for your acceptance'),
  Mentions: message('Mentions'),
  'Needs attention': message('Needs attention'),
  'Since you left': message('Since you left'),
};

interface TodayGroupViewProps {
  readonly group: TodayGroup;
  readonly actions: RowActions;
  /** Button beside the heading. */
  readonly action: ReactNode;
}

export function TodayGroupView({ group: { title, rows }, actions, action }: TodayGroupViewProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const projects = useProjects();
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const marks = useTaskMarks(shown.flatMap(({ task }) => task?.id ?? []));
  return (
    <div
      className={styles['group']}
      data-alarm={title === 'Overdue' || title === 'Sent back to you' || undefined}
    >
      <div className={styles['groupHead']}>
        <h3 id={id} className={styles['heading']}>
          {i18n.t(TITLES[title])} <span className={styles['count']}>{rows.length}</span>
        </h3>
        {action}
      </div>
      <ul className={styles['rows']} aria-labelledby={id}>
        {shown.map((row) => (
          <TodayRowView
            key={row.key}
            row={row}
            project={projects?.find((one) => one.id === projectOf(row))}
            mark={marks?.get(row.task?.id ?? '')}
            actions={actions}
          />
        ))}
      </ul>
      {shown.length < rows.length ? (
        <UnstyledButton className={styles['link']} onClick={() => setWhole(true)}>
          {i18n.t('Show all {count}', { count: rows.length })}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

function projectOf({ task, place }: TodayRow): string | undefined {
  switch (place?.kind) {
    case 'project':
      return place.id;
    case 'task':
      return place.project;
    case 'workspace':
    case undefined:
      return task?.project;
  }
}
