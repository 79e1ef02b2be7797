import { Button } from '@mantine/core';
import { IconCalendar, IconCalendarOff } from '@tabler/icons-react';
import * as v from 'valibot';
import { localDay } from '../../../model/shared/dates.ts';
import { useTaskEdits } from '../../data/task-edits.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { calendarDate } from '../../ui/forms/date-rules.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { dateOf } from '../../ui/text/date-phrases.ts';
import { typedDate } from '../../ui/text/typed-date.ts';
import { PickerDialog } from './picker-dialog.tsx';
import { optionsFor, type PickerOption } from './picker-options.ts';
import type { PickerProps } from './picker-props.ts';
import classes from './task-picker.module.css';

type DateProperty = 'start_date' | 'end_date';

const RULES = v.object({ date: v.pipe(required(message('Date')), calendarDate()) });

interface Props extends PickerProps {
  readonly field: DateProperty;
}

/** Phrases that `dateOf` reads. */
const PHRASES = [
  { phrase: 'today', label: message('Today') },
  { phrase: 'tomorrow', label: message('Tomorrow') },
  { phrase: 'friday', label: message('Friday') },
  { phrase: 'next week', label: message('Next week') },
  { phrase: 'in 2 weeks', label: message('In 2 weeks') },
] as const;

/** Sets a date of tasks. */
export function DatePicker({ tasks, field, ...rest }: Props) {
  const edits = useTaskEdits();
  const ids = tasks.map(({ id }) => id);
  return (
    <DateDialog
      field={field}
      present={tasks.length === 1 ? (tasks[0]?.[field] ?? null) : null}
      isSet={tasks.some((task) => task[field] !== null)}
      onSet={(date, name) => {
        const write = field === 'end_date' ? edits.setDue : edits.setStart;
        void write(ids, date, name);
      }}
      {...rest}
    />
  );
}

interface DialogProps extends Omit<PickerProps, 'tasks'> {
  readonly field: DateProperty;
  readonly present: string | null;
  /** True when there is a date to remove. */
  readonly isSet: boolean;
  /** Gets the date and its text; null removes it. */
  readonly onSet: (date: string | null, name: string) => void;
}

/** Chooses a date by a phrase ("fri", "24 dec", "in 3 days") or in a date field, or removes it. */
export function DateDialog({ subject, field, present, isSet, onSet, ...rest }: DialogProps) {
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const isDue = field === 'end_date';
  const other = useForm({ store: useValues({ date: present ?? '' }), schema: RULES });
  const set = (date: string | null) => onSet(date, date === null ? '' : formatDate(date, today));
  const optionOf = (phrase: string, name: string, date: string): PickerOption => ({
    id: phrase.replaceAll(/\s+/g, '-'),
    name,
    hint: dateInFull(date),
    icon: <IconCalendar {...SMALL_ICON} />,
    run: () => set(date),
  });
  const phrases = PHRASES.map(({ phrase, label }) =>
    optionOf(phrase, i18n.t(label), dateOf(phrase, today) ?? today),
  );
  const none: PickerOption = {
    id: 'none',
    name: isDue ? i18n.t('No due date') : i18n.t('No start date'),
    icon: <IconCalendarOff {...SMALL_ICON} />,
    run: () => set(null),
  };
  const groupsFor = (text: string) => {
    const phrase = text.toLowerCase();
    const date = typedDate(phrase, { today });
    const name = phrase.charAt(0).toUpperCase() + phrase.slice(1);
    const typed = date === undefined ? [] : [optionOf(phrase, name, date)];
    const rest = optionsFor(phrases, text).filter(({ hint }) => hint !== typed[0]?.hint);
    return [
      { title: i18n.t('Date'), options: [...typed, ...rest] },
      { title: i18n.t('Remove'), options: isSet ? optionsFor([none], text) : [] },
    ];
  };
  return (
    <PickerDialog
      title={
        isDue
          ? i18n.t('Due date of {subject}', { subject })
          : i18n.t('Start date of {subject}', { subject })
      }
      placeholder={i18n.t('fri, 24 dec, in 3 days...')}
      groupsFor={groupsFor}
      isRead
      empty={i18n.t('Not a date. Try fri, 24 dec or in 3 days.')}
      hasDigits={false}
      {...rest}
    >
      <form
        className={classes['foot']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!other.check()) return;
          rest.onClose();
          set(other.values.date);
        }}
        noValidate
      >
        <DateField
          size="xs"
          label={i18n.t('Other date')}
          isLabelHidden
          className={classes['grow']}
          {...other.choice('date')}
        />
        <Button size="xs" variant="default" type="submit">
          {i18n.t('Set date')}
        </Button>
      </form>
    </PickerDialog>
  );
}
