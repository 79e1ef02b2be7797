import { Button } from '@mantine/core';
import { useId } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { deviceOffset } from '../../../data/local-time.ts';
import { useProjects } from '../../../data/projects.ts';
import { useSnooze } from '../../../data/snoozes.ts';
import { ProjectBadge } from '../project-badge.tsx';
import { snoozeEnd } from './snooze-choices.ts';
import type { TodayRow } from './today-rows.ts';
import styles from './today.module.css';

interface SnoozedRowsProps {
  readonly rows: readonly TodayRow[];
  readonly now: number;
}

/** Snoozed tasks, each with a button that ends its snooze. */
export function SnoozedRows({ rows, now }: SnoozedRowsProps) {
  const id = useId();
  const projects = useProjects();
  const snooze = useSnooze();
  return (
    <div className={styles['group']}>
      <div className={styles['groupHead']}>
        <h3 id={id} className={styles['heading']}>
          {i18n.t('Snoozed')} <span className={styles['count']}>{rows.length}</span>
        </h3>
      </div>
      <ul className={styles['rows']} aria-labelledby={id}>
        {rows.map(({ key, task, until = now }) => {
          const project = projects?.find((one) => one.id === task?.project);
          if (task === undefined) return null;
          const end = async () => {
            await snooze(task.id, null, {
              message: i18n.t('Back in Today'),
              undo: () => snooze(task.id, new Date(until).toISOString()),
            });
          };
          return (
            <li key={key} className={styles['row']} data-snoozed>
              <span className={styles['texts']}>
                <span className={styles['text']}>{task.name}</span>
                <span className={styles['note']}>
                  {i18n.t('Until {when}', { when: snoozeEnd(until, now, deviceOffset) })}
                </span>
              </span>
              <span className={styles['project']}>
                {project === undefined ? null : (
                  <>
                    <ProjectBadge project={project} isSmall />
                    <span className={styles['projectName']}>{project.name}</span>
                  </>
                )}
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={i18n.t('Show now: {name}', { name: task.name })}
                onClick={() => void end()}
              >
                {i18n.t('Show now')}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
