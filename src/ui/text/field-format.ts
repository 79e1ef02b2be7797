import { clockOf } from './date-format.ts';
import { locale as ownLocale, onFirstUse } from './locale.ts';

/** Dates and times as their fields show them; apart from the formats that each board needs at once. */
interface FieldFormat {
  /** Date with its year, and its month by name, so that no region reads it as another date: `24 Nov 2026`. */
  readonly dateWithYear: (date: string) => string;
  /** Time of day, `HH:MM`, by the clock of the locale: `16:30`, or `4:30 pm`. */
  readonly timeOfDay: (time: string) => string;
}

const OWN = onFirstUse(() => fieldFormat(ownLocale()));

export const dateWithYear: FieldFormat['dateWithYear'] = (date) => OWN().dateWithYear(date);
export const timeOfDay: FieldFormat['timeOfDay'] = (time) => OWN().timeOfDay(time);

/** Text that is no date or time is shown as it is. */
export function fieldFormat(locale: string): FieldFormat {
  const day = onFirstUse(
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }),
  );
  const clock = onFirstUse(() => clockOf(locale));
  return {
    dateWithYear: (date) => formatted(day, `${date}T00:00:00Z`) ?? date,
    timeOfDay: (time) => formatted(clock, `1970-01-01T${time}Z`) ?? time,
  };
}

function formatted(format: () => Intl.DateTimeFormat, iso: string): string | undefined {
  const value = new Date(iso);
  return Number.isNaN(value.getTime()) ? undefined : format().format(value);
}
