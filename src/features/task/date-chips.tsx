import { IconCalendar } from '@tabler/icons-react';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { FieldChip } from './field-chip.tsx';

interface DueProps {
  readonly row: Parameters<typeof isOverdue>[0];
  /** Opens the picker; undefined: the person cannot change the value. */
  readonly onOpen: (() => void) | undefined;
}

/** Due date of a task or subtask. */
export function DueDateChip({ row, onOpen }: DueProps) {
  const today = useToday();
  const overdue = isOverdue(row, today);
  return (
    <FieldChip
      name={i18n.t('Due date')}
      icon={<IconCalendar {...SMALL_ICON} />}
      shortcut="d"
      isEmpty={row.end_date === null}
      isOverdue={overdue}
      onOpen={onOpen}
    >
      {row.end_date === null ? (
        i18n.t('No Due Date')
      ) : (
        <time dateTime={row.end_date} title={dateInFull(row.end_date)}>
          {formatDate(row.end_date, today)}
          {overdue && i18n.t(', overdue')}
        </time>
      )}
    </FieldChip>
  );
}

interface StartProps {
  readonly date: string | null;
  /** Opens the picker; undefined: the person cannot change the value. */
  readonly onOpen: (() => void) | undefined;
}

/** Start date of a task or subtask, in the format of its due date; full date in the tooltip (look.md, Words). */
export function StartDateChip({ date, onOpen }: StartProps) {
  const today = useToday();
  return (
    <FieldChip
      name={i18n.t('Start date')}
      icon={<IconCalendar {...SMALL_ICON} />}
      shortcut="t"
      isEmpty={date === null}
      onOpen={onOpen}
    >
      {date === null ? (
        i18n.t('No start date')
      ) : (
        <time dateTime={date} title={dateInFull(date)}>
          {formatDate(date, today)}
        </time>
      )}
    </FieldChip>
  );
}

function useToday(): string {
  const now = useNow(60_000);
  return localDay(now, new Date(now).getTimezoneOffset());
}
