import { addDays, localDay } from '../../../model/shared/dates.ts';
import { instantAt, type OffsetAt } from '../../data/local-time.ts';
import { MORNING } from '../../data/reminder-times.ts';
import { i18n } from '../../i18n/i18n.ts';

export interface ReminderChoice {
  readonly label: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Milliseconds. */
const HALF_HOUR = 30 * 60_000;
const LATER = 3 * 60 * 60_000;

/**
 * Offered times of a reminder: three hours from now, rounded up to half an hour, unless that is another day; the next
 * morning; and the morning of the due date, when that is later.
 */
export function reminderChoices(
  now: number,
  due: string | null,
  offsetAt: OffsetAt,
): readonly ReminderChoice[] {
  const today = localDay(now, offsetAt(now));
  const later = Math.ceil((now + LATER) / HALF_HOUR) * HALF_HOUR;
  const morning = (day: string) => instantAt(day, MORNING, offsetAt);
  const tomorrow = addDays(today, 1);
  return [
    ...(localDay(later, offsetAt(later)) === today
      ? [{ label: i18n.t('Later today'), at: later }]
      : []),
    { label: i18n.t('Tomorrow morning'), at: morning(tomorrow) },
    ...(due !== null && due > tomorrow
      ? [{ label: i18n.t('Morning of the due date'), at: morning(due) }]
      : []),
  ];
}
