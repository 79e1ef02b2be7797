import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { nameIn } from '../../data/person-name.ts';
import { isTaskStatus } from '../../../model/shared/task-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useFlags } from '../../data/flags.ts';
import { usePeople } from '../../data/people.ts';
import { STATUS_TONES } from '../../data/status-tones.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { type Bar, BarTable } from './bar-table.tsx';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import styles from './dashboard.module.css';
import { type Figures, NONE, type Share } from './figures.ts';
import { STATUS_TEXTS } from '../../data/status-texts.ts';
import { Tiles } from './tiles.tsx';
import { WeeksChart } from './weeks-chart.tsx';

interface ChartsProps {
  readonly figures: Figures;
  /** Second chart: projects of the organisation, or columns of a project. */
  readonly breakdown: {
    readonly title: string;
    readonly of: string;
    readonly bars: readonly Bar[];
  };
}

/** Live figures of an organisation or a project. */
export function Charts({ figures, breakdown }: ChartsProps) {
  const flags = useFlagBars(figures.byFlag);
  const people = usePeopleBars(figures.byAssignee);
  // A row that came later would move the charts below it.
  if (flags === undefined || people === undefined) return <LoadingRows />;
  return (
    <>
      <Tiles figures={figures} />
      <div className={styles['charts']}>
        <BarTable
          title={i18n.t('Tasks by status')}
          of={i18n.t('Status')}
          bars={statusBars(figures.byStatus)}
        />
        <BarTable title={i18n.t('Tasks by priority')} of={i18n.t('Priority')} bars={flags} />
        <BarTable title={i18n.t('Open tasks by assignee')} of={i18n.t('Assignee')} bars={people} />
        <BarTable {...breakdown} />
        <WeeksChart weeks={figures.weeks} />
      </div>
    </>
  );
}

function statusBars(shares: readonly Share[]): readonly Bar[] {
  return shares.map(({ key, count }) => ({
    key,
    count,
    ...(isTaskStatus(key)
      ? { label: i18n.t(STATUS_TEXTS[key]), tone: STATUS_TONES[key] }
      : { label: key, tone: 'plain' }),
  }));
}

/** Ordered by urgency; undefined while the priorities are read. */
function useFlagBars(shares: readonly Share[]): readonly Bar[] | undefined {
  const flags = useFlags();
  return useMemo(() => {
    if (flags === undefined) return undefined;
    const counts = new Map(shares.map(({ key, count }) => [key, count]));
    const known = flags.map(({ id, name, colour_code }) => ({
      key: id,
      count: counts.get(id) ?? 0,
      label: (
        <span className={styles['flag']}>
          <FlagMark name={name} colour={colour_code} />
          <span aria-hidden="true">{name}</span>
        </span>
      ),
    }));
    const without = counts.get(NONE) ?? 0;
    return without === 0
      ? known
      : [...known, { key: NONE, count: without, label: i18n.t('No priority') }];
  }, [shares, flags]);
}

/** Undefined while the people are read. */
function usePeopleBars(shares: readonly Share[]): readonly Bar[] | undefined {
  const people = usePeople();
  return useMemo(() => {
    if (people === undefined) return undefined;
    const byId = new Map(people.map((person) => [person.id, person]));
    return shares.map(({ key, count }) => {
      const name = nameIn(byId, key);
      const label =
        key === NONE ? (
          i18n.t('Not assigned')
        ) : !byId.has(key) ? (
          name
        ) : (
          <Link
            to="/user-info/$user_id"
            params={{ user_id: key }}
            search={{}}
            className={styles['link']}
          >
            {name}
          </Link>
        );
      return { key, count, label };
    });
  }, [shares, people]);
}
