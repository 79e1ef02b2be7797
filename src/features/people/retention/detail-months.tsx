import { Select } from '@mantine/core';
import { DETAIL_MONTHS } from '../../../../model/shared/detail-months.ts';
import { i18n } from '../../../i18n/i18n.ts';
import styles from './retention.module.css';

interface DetailMonthsFieldProps {
  /** Months as text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** For how long devices keep the details of completed and archived tasks by themselves. */
export function DetailMonthsField({ value, onChange }: DetailMonthsFieldProps) {
  return (
    <section className={styles['section']} aria-labelledby="details">
      <h2 id="details" className={styles['heading']}>
        {i18n.t('Details on devices')}
      </h2>
      <Select
        label={i18n.t('Details stay on every device for')}
        description={i18n.t(
          'In an organisation with more details than a device can hold, the comments, subtasks and files of completed and archived tasks that nobody has changed for longer are downloaded only when somebody opens the task. Nothing is erased.',
        )}
        allowDeselect={false}
        value={value}
        data={DETAIL_MONTHS.map((months) => ({ value: String(months), label: timeOf(months) }))}
        onChange={(next) => onChange(next ?? value)}
      />
    </section>
  );
}

function timeOf(months: number): string {
  if (months % 12 === 0) {
    return i18n.t('{years, plural, one {# year} other {# years}}', { years: months / 12 });
  }
  return i18n.t('{months, plural, one {# month} other {# months}}', { months });
}
