import { Button, TextInput } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { planOf, type Todo } from '../../../model/entities/todo.ts';
import { addDays, localDay } from '../../../model/shared/dates.ts';
import { dateOf } from '../../ui/text/date-phrases.ts';
import { deviceOffset } from '../../data/local-time.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { IconPopover } from '../../ui/overlays/icon-popover.tsx';
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
      <PlanField
        key={`due ${due ?? ''}`}
        type="date"
        label={i18n.t('Due date')}
        value={due ?? ''}
        onSave={(value) => void actions.plan(todo, { due_date: value === '' ? null : value })}
      />
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
      <PlanField
        key={`reminder ${remind ?? ''}`}
        type="datetime-local"
        label={i18n.t('Reminder')}
        value={remind === null ? '' : localTime(Date.parse(remind), deviceOffset)}
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

interface PlanFieldProps {
  readonly type: 'date' | 'datetime-local';
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
}

/** Saves with Enter and when it loses the focus: each digit of a typed year is a valid date. */
function PlanField({ type, label, value, onSave }: PlanFieldProps) {
  const [typed, setTyped] = useState(value);
  const save = () => {
    if (typed !== value) onSave(typed);
  };
  return (
    <TextInput
      type={type}
      size="xs"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
