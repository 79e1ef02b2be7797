import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { planOf, type Todo } from '../../../model/entities/todo.ts';
import { localDay } from '../../../model/shared/dates.ts';
import { deviceOffset } from '../../data/local-time.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { dateInFull, formatDate, formatInstant } from '../../ui/text/date-format.ts';
import styles from './todo.module.css';

/** Due date and reminder of a todo, in its row; nothing when it has neither. */
export function TodoDates({ todo }: { readonly todo: Todo }) {
  const now = useNow(60_000);
  const { due_date: due, remind_at: remind } = planOf(todo);
  if (due === null && remind === null) return null;
  const today = localDay(now, deviceOffset(now));
  return (
    <span className={styles['dates']}>
      {due === null ? null : (
        <time
          className={styles['due']}
          dateTime={due}
          title={i18n.t('Due {date}', { date: dateInFull(due) })}
          data-overdue={!todo.status && due < today}
        >
          {formatDate(due, today)}
        </time>
      )}
      {remind === null ? null : (
        <span className={styles['remind']}>
          <IconBell size={13} stroke={1.5} aria-hidden />
          <VisuallyHidden>{i18n.t('Reminder')} </VisuallyHidden>
          <time dateTime={remind}>{formatInstant(remind, now)}</time>
        </span>
      )}
    </span>
  );
}
