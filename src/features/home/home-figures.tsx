import { Select } from '@mantine/core';
import { IconAlertTriangle, IconChartBar, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './home-page.module.css';
import { type MonthChoice, monthChoices } from './month.ts';

interface HomeFiguresProps {
  readonly month: MonthChoice;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly onMonth: (month: MonthChoice) => void;
  /** Undefined while the tasks are read. */
  readonly overdue: number | undefined;
  readonly collaborators: number | undefined;
}

/** 'My month' with its figures: overdue tasks, and people who share tasks with the viewer (sessions spec, 2). */
export function HomeFigures({ month, today, onMonth, overdue, collaborators }: HomeFiguresProps) {
  return (
    <div className={styles['facts']}>
      <Select
        className={styles['month']}
        label="My month"
        data={monthChoices(today, month)}
        value={month}
        allowDeselect={false}
        onChange={(value) => {
          if (value !== null) onMonth(value);
        }}
      />
      <p className={styles['fact']} data-alarm={overdue !== undefined && overdue > 0}>
        <IconAlertTriangle {...SMALL_ICON} />
        <span className={styles['figure']}>{overdue ?? '…'}</span> overdue
      </p>
      <p className={styles['fact']} title="People who share the tasks of this month with you">
        <IconUsers {...SMALL_ICON} />
        <span className={styles['figure']}>{collaborators ?? '…'}</span>{' '}
        {collaborators === 1 ? 'collaborator' : 'collaborators'}
      </p>
      <Link to="/dashboard" search={{}} className={`${styles['fact']} ${styles['toDashboard']}`}>
        <IconChartBar {...SMALL_ICON} />
        Dashboard
      </Link>
    </div>
  );
}
