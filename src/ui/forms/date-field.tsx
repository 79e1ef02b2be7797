import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import { loadWhenIdle, prefetch } from '../prefetch.ts';
import { currentDay, isCalendarDate } from '../text/calendar-date.ts';
import { dateWithYear } from '../text/field-format.ts';
import { typedDate } from '../text/typed-date.ts';
import classes from './date-field.module.css';
import { NOT_A_DATE } from './date-rules.ts';
import { useTypedValue } from './use-typed-value.ts';

export interface DateFieldProps {
  readonly label: string;
  /** True: the label is visible elsewhere and is only announced to screen readers. */
  readonly isLabelHidden?: boolean;
  /** `YYYY-MM-DD`; the typed text where that is no date; null or an empty text: none. */
  readonly value: string | null;
  /** Message of a rule of the form; a text that is no date has one of its own. */
  readonly error?: string | undefined;
  /**
   * First and last date that the calendar offers, no limits where a text is no date; typed dates are checked by the rules
   * of the form.
   */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly size?: 'xs' | 'sm';
  readonly className?: string | undefined;
  /** Called with each typed character, with the date that the text means, or with the text. */
  readonly onChange: (value: string | null) => void;
  /** Called with a value that is complete before the field loses the focus: with Enter, and from the calendar. */
  readonly onSettle?: (value: string | null) => void;
}

const Calendar = prefetch(async () => (await import('./date-calendar.tsx')).DateCalendar);

/**
 * A date, typed or chosen: the only date field of the product (decision 0058). It is written with the name of its month,
 * and reads what `typedDate` reads. The calendar opens by its button or by Alt and arrow down; Escape closes it alone.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden = false, value, error, size = 'sm', className } = props;
  const { onChange, onSettle } = props;
  const [min, max] = [dateOrNone(props.min), dateOrNone(props.max)];
  const field = useTypedValue({
    value,
    read: (text) => typedDate(text, { today: currentDay(), max }),
    format: (date) => (isCalendarDate(date) ? dateWithYear(date) : date),
    onChange,
  });
  const { isOpen, input, button, open, leave, close, toggle } = useCalendar();
  useEffect(() => loadWhenIdle([Calendar]), []);
  const pick = (date: string | null) => {
    close();
    onChange(date);
    onSettle?.(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      const settled = field.settle();
      onSettle?.(settled);
    }
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    // A menu around the field moves to its next item.
    event.stopPropagation();
    open();
  };
  return (
    <div className={className}>
      <Popover
        opened={isOpen}
        onChange={(isOpened) => {
          if (!isOpened) leave();
        }}
        position="bottom-start"
        offset={4}
        // Within a modal dialog everything outside it is inert. A fixed calendar is not cut off by what scrolls around it.
        withinPortal={false}
        floatingStrategy="fixed"
        // Where neither side of the field has the space, the calendar covers the field rather than leave the screen.
        middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
        shadow="md"
        withRoles={false}
        closeOnEscape={false}
        transitionProps={{ duration: 120 }}
      >
        <Popover.Target>
          <div>
            <TextInput
              ref={input}
              size={size}
              {...(isLabelHidden ? { 'aria-label': label } : { label })}
              placeholder={i18n.t('fri, 24 dec...')}
              autoComplete="off"
              spellCheck={false}
              value={field.text}
              error={error ?? (field.isUnread ? i18n.t(NOT_A_DATE) : undefined)}
              onChange={({ currentTarget }) => field.setText(currentTarget.value)}
              onBlur={field.settle}
              onKeyDown={onKeyDown}
              rightSectionWidth={size === 'xs' ? 28 : 32}
              rightSection={
                <ActionIcon
                  ref={button}
                  size={size === 'xs' ? 24 : 28}
                  className={classes.button}
                  aria-label={i18n.t('Open calendar')}
                  aria-haspopup="dialog"
                  aria-expanded={isOpen}
                  onPointerEnter={() => void Calendar.load()}
                  onClick={toggle}
                >
                  <IconCalendar {...SMALL_ICON} />
                </ActionIcon>
              }
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders a div
          role="dialog"
          aria-label={i18n.t('Calendar')}
          className={classes.dropdown}
        >
          <Suspense fallback={<div className={classes.loading} />}>
            <Calendar.Component
              value={dateOrNone(value) ?? null}
              min={min}
              max={max}
              onPick={pick}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function dateOrNone(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && isCalendarDate(text) ? text : undefined;
}

/** State of the calendar beside a field; `close` returns the focus, `leave` leaves it where the person has put it. */
function useCalendar() {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // On a touch screen the focus in the field would open the keyboard.
    const isTouched = window.matchMedia('(pointer: coarse)').matches;
    (isTouched ? button : input).current?.focus();
  };
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    // Before each listener of the panel, menu or dialog around it: one key press closes one thing.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOpen]);
  return {
    isOpen,
    input,
    button,
    open: () => setOpen(true),
    leave: () => setOpen(false),
    close,
    toggle: () => {
      if (isOpen) close();
      else setOpen(true);
    },
  };
}
