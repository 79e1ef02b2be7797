import { addDays, localDay } from '../../../model/shared/dates.ts';
import { deviceOffset } from '../../data/local-time.ts';
import type { Reminder } from '../../data/reminders.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatDate } from '../../ui/text/date-format.ts';

/** Text of a reminder: `“Corrie hut” is due tomorrow`. `now` in milliseconds. */
export function reminderText({ name, due }: Reminder, now: number): string {
  if (due === null) return i18n.t('Reminder: {name}', { name });
  const today = localDay(now, deviceOffset(now));
  if (due === today) return i18n.t('“{name}” is due today', { name });
  if (due === addDays(today, 1)) return i18n.t('“{name}” is due tomorrow', { name });
  if (due === addDays(today, -1)) return i18n.t('“{name}” was due yesterday', { name });
  return i18n.t('“{name}” was due on {date}', { name, date: formatDate(due, today) });
}
