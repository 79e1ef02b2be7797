import { NativeSelect } from '@mantine/core';
import type { CsvTable } from './csv.ts';
import { COLUMN_USES } from './csv-columns.ts';
import styles from './transfer.module.css';
import type { SourceFile } from './use-source-file.ts';

const USES = [...COLUMN_USES].map(([value, label]) => ({ value, label }));

/** Select fields for the use of each column. */
export function CsvSettings({
  file,
  table,
}: {
  readonly file: SourceFile;
  readonly table: CsvTable;
}) {
  return (
    <section className={styles['section']} aria-labelledby="csv-columns">
      <h3 id="csv-columns" className={styles['title']}>
        What the columns are
      </h3>
      <ul className={styles['columns']}>
        {table.headings.map((heading, index) => (
          <li key={`${String(index)} ${heading}`} className={styles['line']}>
            <span className={styles['column']}>
              {heading}
              <span className={styles['sample']}>{sampleOf(table, index)}</span>
            </span>
            <NativeSelect
              size="xs"
              aria-label={`Column ${heading}`}
              data={USES}
              value={file.uses[index] ?? 'skip'}
              onChange={(event) => file.setUse(index, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {file.uses.includes('name') ? null : (
        <p role="alert" className={styles['problem']}>
          Say which column is the name of the task.
        </p>
      )}
      {file.dates === undefined ? null : (
        <NativeSelect
          label="Dates like 03/04/2026"
          size="xs"
          data={[
            { value: 'day-first', label: 'The day is first: 3 April' },
            { value: 'month-first', label: 'The month is first: 4 March' },
          ]}
          value={file.dates}
          onChange={(event) =>
            file.setDates(event.currentTarget.value === 'month-first' ? 'month-first' : 'day-first')
          }
        />
      )}
    </section>
  );
}

/** First non-empty cell of the column. */
function sampleOf({ rows }: CsvTable, column: number): string {
  return rows.find((row) => (row[column] ?? '').trim() !== '')?.[column]?.slice(0, 80) ?? 'empty';
}
