import { i18n } from '../../i18n/i18n.ts';
import { StatusMark, type StatusTone } from '../../ui/marks/status-mark.tsx';
import styles from './dashboard.module.css';
import type { Figures } from './figures.ts';
import { formatNumber } from '../../ui/text/locale.ts';

interface Tile {
  readonly label: string;
  readonly count: number;
  /** Status that the tile counts; sets the colour. */
  readonly status?: StatusTone;
  readonly hint: string;
}

/** Summary figures. */
export function Tiles({ figures }: { readonly figures: Figures }) {
  const { total, open, overdue, waiting, completed } = figures;
  const tiles: readonly Tile[] = [
    { label: i18n.t('Tasks'), count: total, hint: i18n.t('All that are not archived') },
    {
      // Its German is not that of the button “Open”.
      label: i18n.t('{what, select, other {Open}}', { what: 'task' }),
      count: open,
      hint: i18n.t('Not accepted as completed'),
    },
    {
      label: i18n.t('Overdue'),
      count: overdue,
      status: 'overdue',
      hint: i18n.t('Past their end date'),
    },
    {
      label: i18n.t('Waiting for acceptance'),
      count: waiting,
      hint: i18n.t('Done by the assignee, not yet accepted by the creator'),
    },
    {
      label: i18n.t('Completed'),
      count: completed,
      status: 'completed',
      hint: i18n.t('Accepted by the creator'),
    },
  ];
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, count, status, hint }) => (
        <div key={label} className={styles['tile']} title={hint}>
          <dt>{status === undefined ? label : <StatusMark tone={status}>{label}</StatusMark>}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
