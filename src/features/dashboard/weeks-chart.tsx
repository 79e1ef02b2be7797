import { useId } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import styles from './dashboard.module.css';
import type { Week } from './figures.ts';
import { locale, onFirstUse } from '../../ui/text/locale.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 32;
const BOTTOM = 24;
const TOP = 10;

/**
 * Created and completed tasks by week: solid and hatched bars side by side, distinguishable without colour,
 * with the same numbers in a hidden table.
 */
export function WeeksChart({ weeks }: { readonly weeks: readonly Week[] }) {
  const id = useId();
  const most = Math.max(1, ...weeks.map(({ created, completed }) => Math.max(created, completed)));
  const step = stepOf(most);
  const top = Math.ceil(most / step) * step;
  const yOf = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);
  const slot = (WIDTH - LEFT) / weeks.length;
  const bar = Math.min(22, slot * 0.34);
  const base = yOf(0);
  return (
    <section className={styles['chart']} data-wide aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles['heading']}>
        {i18n.t('Created and completed by week')}
      </h2>
      <p className={styles['legend']} aria-hidden="true">
        <span className={styles['key']} data-kind="created" /> {i18n.t('Created')}
        <span className={styles['key']} data-kind="completed" /> {i18n.t('Completed')}
      </p>
      <svg
        className={styles['weeks']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <pattern
            id={`${id}-hatch`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className={styles['hatchGround']} />
            <rect width="2.5" height="6" className={styles['hatchLine']} />
          </pattern>
        </defs>
        {ticksOf(top, step).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(tick)} y2={yOf(tick)} className={styles['grid']} />
            <text x={LEFT - 8} y={yOf(tick) + 4} textAnchor="end" className={styles['axis']}>
              {tick}
            </text>
          </g>
        ))}
        {weeks.map(({ start, created, completed }, index) => {
          const middle = LEFT + slot * (index + 0.5);
          return (
            <g key={start}>
              <rect
                x={middle - bar - 1}
                y={yOf(created)}
                width={bar}
                height={base - yOf(created)}
                rx="2"
                className={styles['created']}
              >
                <title>
                  {i18n.t('Week of {day}: {count} created', {
                    day: formatDay(start),
                    count: created,
                  })}
                </title>
              </rect>
              <rect
                x={middle + 1}
                y={yOf(completed)}
                width={bar}
                height={base - yOf(completed)}
                rx="2"
                fill={`url(#${id}-hatch)`}
                className={styles['completed']}
              >
                <title>
                  {i18n.t('Week of {day}: {count} completed', {
                    day: formatDay(start),
                    count: completed,
                  })}
                </title>
              </rect>
              <text x={middle} y={HEIGHT - 6} textAnchor="middle" className={styles['axis']}>
                {formatDay(start)}
              </text>
            </g>
          );
        })}
      </svg>
      <details className={styles['table']}>
        <summary>{i18n.t('As a table')}</summary>
        <table aria-label={i18n.t('Created and completed by week')}>
          <thead>
            <tr>
              <th scope="col">{i18n.t('Week of')}</th>
              <th scope="col">{i18n.t('Created')}</th>
              <th scope="col">{i18n.t('Completed')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ start, created, completed }) => (
              <tr key={start}>
                <th scope="row">{formatDay(start)}</th>
                <td>{created}</td>
                <td>{completed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** Interval of the axis: 1, 2, 5, 10, 20, 50, ..., so that there are at most five lines. */
export function stepOf(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      if (most / (factor * power) <= 5) return factor * power;
    }
  }
}

function ticksOf(top: number, step: number): readonly number[] {
  return Array.from({ length: top / step + 1 }, (_, index) => index * step);
}

const DAY = onFirstUse(
  () => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

function formatDay(day: string): string {
  return DAY().format(new Date(`${day}T00:00:00Z`));
}
