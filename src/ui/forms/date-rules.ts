import * as v from 'valibot';
import { i18n, message } from '../../i18n/i18n.ts';
import { isCalendarDate } from '../text/calendar-date.ts';

export const NOT_A_DATE = message('This is not a date');
export const ENDS_BEFORE_START = message('The end date is before the start date');

/** Value of a `DateField` that may be empty; it has the typed text where that is no date. */
export function calendarDate() {
  return v.pipe(
    v.string(),
    v.check(
      (text) => text === '' || isCalendarDate(text),
      () => i18n.t(NOT_A_DATE),
    ),
  );
}

/** End date not before the start date; both may be empty. */
export function endDate(start: string) {
  return v.pipe(
    calendarDate(),
    v.check(
      (end) => !isCalendarDate(start) || end === '' || end >= start,
      () => i18n.t(ENDS_BEFORE_START),
    ),
  );
}
