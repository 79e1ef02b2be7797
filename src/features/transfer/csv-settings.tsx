import { NativeSelect } from '@mantine/core';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import type { CsvTable } from './csv.ts';
import { COLUMN_USES } from './csv-columns.ts';
import styles from './transfer.module.css';
import type { SourceFile } from './use-source-file.ts';

/** Texts of COLUMN_USES for the catalogues; that of a field without one is shown as it is. */
const TEXTS: ReadonlyMap<string, Message> = new Map(
  [
    message('Task name'),
    message('Description'),
    message('Card'),
    message('Label'),
    message('Priority'),
    message('Start date'),
    message('Due date'),
    message('Assigned to'),
    message('Collaborators'),
    message('Subtasks'),
    message('Completed'),
    message('Archived'),
    message('Id (to recognise repeats)'),
    message('Add to the description'),
    message('Does not come along'),
  ].map((text) => [text.id, text]),
);

/** Select fields for the use of each column. */
export function CsvSettings({
  file,
  table,
}: {
  readonly file: SourceFile;
  readonly table: CsvTable;
}) {
  const uses = [...COLUMN_USES].map(([value, text]) => ({ value, label: labelOf(text) }));
  return (
    <section className={styles['section']} aria-labelledby="csv-columns">
      <h3 id="csv-columns" className={styles['title']}>
        {i18n.t('What the columns are')}
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
              aria-label={i18n.t('Column {heading}', { heading })}
              data={uses}
              value={file.uses[index] ?? 'skip'}
              onChange={(event) => file.setUse(index, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {file.uses.includes('name') ? null : (
        <p role="alert" className={styles['problem']}>
          {i18n.t('Say which column is the name of the task.')}
        </p>
      )}
      {file.dates === undefined ? null : (
        <NativeSelect
          label={i18n.t('Dates like 03/04/2026')}
          size="xs"
          data={[
            { value: 'day-first', label: i18n.t('The day is first: 3 April') },
            { value: 'month-first', label: i18n.t('The month is first: 4 March') },
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
  const filled = rows.find((row) => (row[column] ?? '').trim() !== '');
  return filled?.[column]?.slice(0, 80) ?? i18n.t('empty');
}

function labelOf(text: string): string {
  const label = TEXTS.get(text);
  return label === undefined ? text : i18n.t(label);
}
