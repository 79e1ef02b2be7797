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
    { label: 'Tasks', count: total, hint: 'All that are not archived' },
    { label: 'Open', count: open, hint: 'Not accepted as completed' },
    { label: 'Overdue', count: overdue, status: 'overdue', hint: 'Past their end date' },
    {
      label: 'Waiting for acceptance',
      count: waiting,
      hint: 'Done by the assignee, not yet accepted by the creator',
    },
    { label: 'Completed', count: completed, status: 'completed', hint: 'Accepted by the creator' },
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
