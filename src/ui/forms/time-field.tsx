import { TextInput } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { timeOfDay } from '../text/field-format.ts';
import { typedTime } from '../text/typed-time.ts';
import { useTypedValue } from './use-typed-value.ts';

interface TimeFieldProps {
  readonly label: string;
  /** `HH:MM`; the typed text where that is no time; null or an empty text: none. */
  readonly value: string | null;
  readonly size?: 'xs' | 'sm';
  readonly onChange: (value: string | null) => void;
  /** Called with Enter. */
  readonly onSettle?: (value: string | null) => void;
}

/** Time of day beside a `DateField`, written by the clock of the locale. */
export function TimeField({ label, value, size = 'sm', onChange, onSettle }: TimeFieldProps) {
  const field = useTypedValue({ value, read: typedTime, format: timeOfDay, onChange });
  return (
    <TextInput
      size={size}
      label={label}
      autoComplete="off"
      spellCheck={false}
      value={field.text}
      error={field.isUnread ? i18n.t('This is not a time') : undefined}
      onChange={({ currentTarget }) => field.setText(currentTarget.value)}
      onBlur={field.settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        const settled = field.settle();
        onSettle?.(settled);
      }}
    />
  );
}
