import '@mantine/dates/styles.layer.css';
import { Button, FocusTrap, Group } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { addDays, addMonths, currentDay } from '../text/calendar-date.ts';
import { dateInFull } from '../text/date-format.ts';
import { locale, onFirstUse } from '../text/locale.ts';
import classes from './date-calendar.module.css';

interface DateCalendarProps {
  /** `YYYY-MM-DD`; null: none. */
  readonly value: string | null;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** Null removes the date. */
  readonly onPick: (date: string | null) => void;
}

const by = (options: Intl.DateTimeFormatOptions) => {
  const format = onFirstUse(
    () => new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...options }),
  );
  return (date: string) => format().format(new Date(`${date}T00:00:00Z`));
};
const monthAndYear = by({ month: 'long', year: 'numeric' });
const shortMonth = by({ month: 'short' });
const year = by({ year: 'numeric' });
const weekday = by({ weekday: 'short' });

/** Month to choose a day from, Monday first as the board's calendar. It takes the focus when it opens. */
export function DateCalendar({ value, min, max, onPick }: DateCalendarProps) {
  const isTouched = useMediaQuery('(max-width: 767px), (pointer: coarse)', false, {
    getInitialValueInEffect: false,
  });
  const today = currentDay();
  const isOffered = (date: string) =>
    (min === undefined || date >= min) && (max === undefined || date <= max);
  const start =
    [value ?? undefined, today, min, max].find((date) => date !== undefined && isOffered(date)) ??
    today;
  const { root, month, setMonth, onKeyDown } = useDayKeys(start, isOffered);
  return (
    <FocusTrap innerRef={root}>
      <div onKeyDownCapture={onKeyDown}>
        {/* Six weeks in each month: the buttons stay below the pointer. */}
        <DatesProvider settings={{ consistentWeeks: true }}>
          <DatePicker
            value={value}
            onChange={onPick}
            date={month}
            onDateChange={setMonth}
            {...(min !== undefined && { minDate: min })}
            {...(max !== undefined && { maxDate: max })}
            size={isTouched ? 'md' : 'sm'}
            enableKeyboardNavigation={false}
            highlightToday
            firstDayOfWeek={1}
            weekendDays={[]}
            monthLabelFormat={monthAndYear}
            yearLabelFormat={year}
            monthsListFormat={shortMonth}
            weekdayFormat={weekday}
            getDayAriaLabel={dateInFull}
            getDayProps={(date) => ({
              'data-date': date,
              'data-autofocus': date === start || undefined,
              'aria-current': date === today ? 'date' : undefined,
              'aria-pressed': date === value,
            })}
            ariaLabels={{
              previousMonth: i18n.t('Previous month'),
              nextMonth: i18n.t('Next month'),
              previousYear: i18n.t('Previous year'),
              nextYear: i18n.t('Next year'),
              previousDecade: i18n.t('Previous decade'),
              nextDecade: i18n.t('Next decade'),
            }}
            className={classes.month}
            classNames={{ day: classes.day, weekday: classes.weekday }}
          />
        </DatesProvider>
        <Group justify="space-between" className={classes.foot}>
          {isOffered(today) && (
            <Button variant="subtle" size={isTouched ? 'md' : 'xs'} onClick={() => onPick(today)}>
              {i18n.t('Today')}
            </Button>
          )}
          {value !== null && (
            <Button
              variant="subtle"
              color="gray"
              ml="auto"
              size={isTouched ? 'md' : 'xs'}
              onClick={() => onPick(null)}
            >
              {i18n.t('Clear')}
            </Button>
          )}
        </Group>
      </div>
    </FocusTrap>
  );
}

/** Date that a key moves to. */
const STEPS: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

/** Keys move from day to day, also into the months before and after; the library's own stay within a month. */
function useDayKeys(start: string, isOffered: (date: string) => boolean) {
  const root = useRef<HTMLDivElement>(null);
  const [month, setMonth] = useState(start);
  // An object: the same day is focused again after the person has gone elsewhere.
  const [wanted, setWanted] = useState<{ readonly date: string }>();
  useLayoutEffect(() => {
    const day = `[data-date="${wanted?.date}"]:not([data-outside])`;
    root.current?.querySelector<HTMLElement>(day)?.focus();
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    const date = event.target instanceof HTMLElement ? event.target.dataset['date'] : undefined;
    const step = STEPS[event.key];
    if (date === undefined || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = step(date);
    if (!isOffered(next)) return;
    setMonth(next);
    setWanted({ date: next });
  };
  return { root, month, setMonth, onKeyDown };
}
