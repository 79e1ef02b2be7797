import styles from './dashboard.module.css';
import type { Figures } from './figures.ts';

interface Tile {
  readonly label: string;
  readonly count: number;
  readonly tone?: 'danger' | 'waiting' | 'accepted';
  readonly hint: string;
}

/** The figures that matter at a glance. */
export function Tiles({ figures }: { readonly figures: Figures }) {
  const { total, open, overdue, waiting, completed } = figures;
  const tiles: readonly Tile[] = [
    { label: 'Tasks', count: total, hint: 'All that are not archived' },
    { label: 'Open', count: open, hint: 'Not accepted as completed' },
    { label: 'Overdue', count: overdue, tone: 'danger', hint: 'Past their end date' },
    {
      label: 'Waiting for acceptance',
      count: waiting,
      tone: 'waiting',
      hint: 'Done by the assignee, not yet accepted by the creator',
    },
    { label: 'Completed', count: completed, tone: 'accepted', hint: 'Accepted by the creator' },
  ];
  return (
    <dl className={styles['tiles']}>
      {tiles.map(({ label, count, tone, hint }) => (
        <div key={label} className={styles['tile']} title={hint}>
          <dt>{label}</dt>
          <dd data-tone={count === 0 ? undefined : tone}>{count.toLocaleString('en-GB')}</dd>
        </div>
      ))}
    </dl>
  );
}
