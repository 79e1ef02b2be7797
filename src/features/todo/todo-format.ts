export { TODO_FAILURE as UPDATE_FAILED } from '../../../model/mutations/todo/todo-context.ts';
import { i18n } from '../../i18n/i18n.ts';
import { locale, onFirstUse } from '../../ui/text/locale.ts';

/**
 * Delay before a field that lost the focus saves, so that a click on Cancel or the tick comes first (board
 * spec, 9). Milliseconds.
 */
export const BLUR_SAVE = 200;

// Short date and time, in English of en-US with a 12-hour clock (board spec, 9). Created once: creation costs more
// than the rest of a row.
const DATE = onFirstUse(
  () => new Intl.DateTimeFormat(ownLocale(), { year: 'numeric', month: 'short', day: 'numeric' }),
);
const TIME = onFirstUse(
  () => new Intl.DateTimeFormat(ownLocale(), { hour: 'numeric', minute: '2-digit' }),
);

function ownLocale(): string {
  return i18n.locale === 'en' ? 'en-US' : locale();
}

/** `Nov 21, 2026`. */
export function formatDay(instant: string): string {
  return DATE().format(new Date(instant));
}

/** `2:05 PM`. */
export function formatTime(instant: string): string {
  return TIME().format(new Date(instant));
}

/** Day in the viewer's time zone as `YYYY-MM-DD`, which sorts. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
