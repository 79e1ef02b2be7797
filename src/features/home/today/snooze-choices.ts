import { addDays, localDay } from '../../../../model/shared/dates.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { instantAt, type OffsetAt } from '../../../data/local-time.ts';
import { formatDate } from '../../../ui/text/date-format.ts';
import { timeOfDay } from '../../../ui/text/field-format.ts';

export interface SnoozeChoice {
  readonly label: 'Later today' | 'Tomorrow' | 'Next week';
  /** Milliseconds. */
  readonly until: number;
  /** End of the snooze as text: `4:30 PM`, `tomorrow`, `Mon`. */
  readonly when: string;
  /** Beside the label: the time today, or the weekday. */
  readonly hint: string;
}

/** Milliseconds. */
const HALF_HOUR = 30 * 60_000;
const LATER = 3 * 60 * 60_000;

/**
 * The offered times: three hours from now, rounded up to half an hour, unless that is another day; the beginning of the
 * next day; and the beginning of the next Monday.
 */
export function snoozeChoices(now: number, offsetAt: OffsetAt): readonly SnoozeChoice[] {
  const today = localDay(now, offsetAt(now));
  const later = Math.ceil((now + LATER) / HALF_HOUR) * HALF_HOUR;
  const startOf = (days: number) => instantAt(addDays(today, days), 0, offsetAt);
  const choice = (label: SnoozeChoice['label'], until: number): SnoozeChoice => ({
    label,
    until,
    when: snoozeEnd(until, now, offsetAt),
    hint: label === 'Later today' ? snoozeEnd(until, now, offsetAt) : weekdayOf(until, offsetAt),
  });
  return [
    ...(later < startOf(1) ? [choice('Later today', later)] : []),
    choice('Tomorrow', startOf(1)),
    choice('Next week', startOf(daysToMonday(today))),
  ];
}

/** End of a snooze as text. */
export function snoozeEnd(until: number, now: number, offsetAt: OffsetAt): string {
  const today = localDay(now, offsetAt(now));
  const day = localDay(until, offsetAt(until));
  if (day === addDays(today, 1)) return i18n.t('tomorrow');
  if (day !== today) return formatDate(day, today);
  return timeOfDay(new Date(until - offsetAt(until) * 60_000).toISOString().slice(11, 16));
}

function weekdayOf(until: number, offsetAt: OffsetAt): string {
  const day = localDay(until, offsetAt(until));
  // A day in the next week is shown as its weekday.
  return formatDate(day, addDays(day, -2));
}

/** Days until the next Monday: seven on a Monday. */
function daysToMonday(today: string): number {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}
