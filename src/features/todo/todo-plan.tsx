import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { FocusEvent } from 'react';
import { planOf, type Todo } from '../../../model/entities/todo.ts';
import { addDays, localDay } from '../../../model/shared/dates.ts';
import { deviceOffset } from '../../data/local-time.ts';
import { MORNING } from '../../data/reminder-times.ts';
import { i18n } from '../../i18n/i18n.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { useLocalValue } from '../../ui/forms/use-local-value.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { IconPopover } from '../../ui/overlays/icon-popover.tsx';
import { isCalendarDate } from '../../ui/text/calendar-date.ts';
import { dateOf } from '../../ui/text/date-phrases.ts';
import { typedTime } from '../../ui/text/typed-time.ts';
import { localInstant, localTime } from './local-time-field.ts';
import { reminderChoices } from './reminder-choices.ts';
import styles from './todo.module.css';
import { useTodoActions } from './use-todo-actions.ts';

/** Button of a todo that opens its due date and its reminder. */
export function TodoPlan({ todo }: { readonly todo: Todo }) {
  return (
    <IconPopover
      icon={<IconCalendarPlus {...SMALL_ICON} />}
      tooltip={i18n.t('Due date and reminder')}
      name={i18n.t('Due date and reminder of {name}', { name: todo.name })}
      label={i18n.t('Plan {name}', { name: todo.name })}
    >
      <PlanFields todo={todo} />
    </IconPopover>
  );
}

function PlanFields({ todo }: { readonly todo: Todo }) {
  const actions = useTodoActions();
  const now = useNow(60_000);
  const today = localDay(now, deviceOffset(now));
  const { due_date: due, remind_at: remind } = planOf(todo);
  const days = [
    { label: i18n.t('Today'), day: today },
    { label: i18n.t('Tomorrow'), day: addDays(today, 1) },
    { label: i18n.t('Next week'), day: dateOf('next week', today) ?? today },
  ];
  const remindAt = (at: number | null) =>
    void actions.plan(todo, { remind_at: at === null ? null : new Date(at).toISOString() });
  return (
    <div className={styles['plan']}>
      <DueField due={due} onSave={(date) => void actions.plan(todo, { due_date: date })} />
      <div className={styles['choices']}>
        {days.map(({ label, day }) => (
          <Button
            key={label}
            size="compact-xs"
            variant={due === day ? 'light' : 'default'}
            aria-pressed={due === day}
            onClick={() => void actions.plan(todo, { due_date: due === day ? null : day })}
          >
            {label}
          </Button>
        ))}
      </div>
      <ReminderFields
        stored={remind === null ? '' : localTime(Date.parse(remind), deviceOffset)}
        onSave={(value) => remindAt(localInstant(value, deviceOffset))}
      />
      <div className={styles['choices']}>
        {reminderChoices(now, due, deviceOffset).map(({ label, at }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => remindAt(at)}>
            {label}
          </Button>
        ))}
        {remind === null ? null : (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => remindAt(null)}>
            {i18n.t('No reminder')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface DueFieldProps {
  readonly due: string | null;
  readonly onSave: (due: string | null) => void;
}

/** Saves with Enter, from the calendar and when it loses the focus: each digit of a typed year is a valid date. */
function DueField({ due, onSave }: DueFieldProps) {
  const [date, setDate] = useLocalValue(due);
  const save = (next: string | null) => {
    if (next !== due && isComplete(next, isCalendarDate)) onSave(next);
  };
  return (
    <div onBlur={whenLeft(() => save(date))}>
      <DateField
        size="xs"
        label={i18n.t('Due date')}
        value={date}
        onChange={setDate}
        onSettle={save}
      />
    </div>
  );
}

interface ReminderFieldsProps {
  /** `YYYY-MM-DDTHH:MM` of the device; empty: none. */
  readonly stored: string;
  readonly onSave: (stored: string) => void;
}

/** Date and time of a reminder, saved together as the due date is; a date without a time is its morning. */
function ReminderFields({ stored, onSave }: ReminderFieldsProps) {
  const [day, clock] = stored === '' ? [null, null] : [stored.slice(0, 10), stored.slice(11)];
  const [date, setDate] = useLocalValue(day);
  const [time, setTime] = useLocalValue(clock);
  const save = (next: { readonly date: string | null; readonly time: string | null }) => {
    if (!isComplete(next.date, isCalendarDate) || !isComplete(next.time, isTime)) return;
    const value = next.date === null ? '' : `${next.date}T${next.time ?? MORNING_TIME}`;
    if (value !== stored) onSave(value);
  };
  return (
    <div onBlur={whenLeft(() => save({ date, time }))}>
      <fieldset className={styles['reminder']} aria-label={i18n.t('Reminder')}>
        <DateField
          size="xs"
          label={i18n.t('Reminder')}
          value={date}
          onChange={setDate}
          onSettle={(settled) => save({ date: settled, time })}
        />
        <TimeField
          size="xs"
          label={i18n.t('Time')}
          value={time}
          onChange={setTime}
          onSettle={(settled) => save({ date, time: settled })}
        />
      </fieldset>
    </div>
  );
}

const MORNING_TIME = new Date(MORNING * 60_000).toISOString().slice(11, 16);

const isTime = (text: string) => typedTime(text) === text;

/** False for typed text that is no value yet. */
function isComplete(value: string | null, isValue: (text: string) => boolean): boolean {
  return value === null || isValue(value);
}

/** Handler of the moment when the focus leaves an element and all that is in it. */
function whenLeft(act: () => void) {
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) act();
  };
}
