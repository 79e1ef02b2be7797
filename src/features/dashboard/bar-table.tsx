import { type ReactNode, useId } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import styles from './dashboard.module.css';

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
  /** Fill of the bar; each tone has its own pattern. */
  readonly tone?: 'plain' | 'overdue' | 'wip' | 'completed';
}

interface BarTableProps {
  readonly title: string;
  /** Heading of the first column. */
  readonly of: string;
  readonly bars: readonly Bar[];
  /** Number of bars shown; the rest is summed up in one row. */
  readonly most?: number;
}

/**
 * Bar chart as a table: each bar is a row with its name and number, so that it can be read without colour
 * vision and by a screen reader.
 */
export function BarTable({ title, of, bars, most = 10 }: BarTableProps) {
  const id = useId();
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  const shown = bars.slice(0, most);
  const rest = bars.slice(most).reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles['chart']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {total === 0 ? (
        <p className={styles['none']}>{i18n.t('No Data')}</p>
      ) : (
        <table className={styles['bars']} aria-labelledby={id}>
          <colgroup>
            <col className={styles['nameColumn']} />
            <col />
            <col className={styles['percentColumn']} />
          </colgroup>
          <thead className={styles['hidden']}>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{i18n.t('Tasks')}</th>
              <th scope="col">{i18n.t('Share')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((bar) => (
              <BarRow key={bar.key} bar={bar} longest={longest} total={total} />
            ))}
            {rest > 0 ? (
              <BarRow
                bar={{ key: 'rest', label: othersLabel(bars.length - most), count: rest }}
                longest={longest}
                total={total}
              />
            ) : null}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface BarRowProps {
  readonly bar: Bar;
  readonly longest: number;
  readonly total: number;
}

function BarRow({ bar, longest, total }: BarRowProps) {
  const { label, count, tone = 'plain' } = bar;
  const share = `${Math.min(100, (count / longest) * 100)}%`;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={styles['barCell']}>
        <span className={styles['bar']} data-tone={tone} style={{ '--share': share }} />
        {count}
      </td>
      <td className={styles['percent']}>{Math.round((count / total) * 100)} %</td>
    </tr>
  );
}

function othersLabel(count: number): string {
  return i18n.t('{count, plural, one {# other} other {# others}}', { count });
}
