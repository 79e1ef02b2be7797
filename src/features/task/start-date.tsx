import { localDay } from '../../../model/shared/dates.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';

/** Start date of a task or subtask, in the format of its due date; full date in the tooltip (look.md, Words). */
export function StartDate({ date }: { readonly date: string }) {
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  return (
    <time dateTime={date} title={dateInFull(date)}>
      {formatDate(date, today)}
    </time>
  );
}
