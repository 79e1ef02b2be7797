import { Select } from '@mantine/core';
import { IconAlertTriangle, IconChartBar, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { Trans } from '../../i18n/rich.tsx';
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
        label={i18n.t('My month')}
        data={monthChoices(today, month)}
        value={month}
        allowDeselect={false}
        onChange={(value) => {
          if (value !== null) onMonth(value);
        }}
      />
      <p className={styles['fact']} data-alarm={overdue !== undefined && overdue > 0}>
        <IconAlertTriangle {...SMALL_ICON} />
        <Trans
          id="<0>{count}</0> overdue"
          values={{ count: overdue ?? '…' }}
          components={[<span key="0" className={styles['figure']} />]}
        />
      </p>
      <p
        className={styles['fact']}
        title={i18n.t('People who share the tasks of this month with you')}
      >
        <IconUsers {...SMALL_ICON} />
        <Trans
          id="{count, plural, one {<0>{shown}</0> collaborator} other {<0>{shown}</0> collaborators}}"
          values={{ count: collaborators ?? 0, shown: collaborators ?? '…' }}
          components={[<span key="0" className={styles['figure']} />]}
        />
      </p>
      <Link to="/dashboard" search={{}} className={`${styles['fact']} ${styles['toDashboard']}`}>
        <IconChartBar {...SMALL_ICON} />
        {i18n.t('Dashboard')}
      </Link>
    </div>
  );
}
