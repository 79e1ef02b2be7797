import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { memo, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import styles from './overview.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SeveralFieldProps extends Pick<
  MultiSelectProps,
  'label' | 'searchable' | 'nothingFoundMessage'
> {
  /** Text without a value. */
  readonly placeholder: string;
  readonly options: readonly Option[];
  readonly value: readonly string[] | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Filter by several values. It stays one line high: its values are a text in it, and marked in its list. */
export const SeveralField = memo(function SeveralField(props: SeveralFieldProps) {
  const { placeholder, options, value = NONE, onChange, ...field } = props;
  // A second choice may be faster than the address, which `value` comes from.
  const [choice, setChoice] = useState({ value, chosen: value });
  if (choice.value !== value) setChoice({ value, chosen: value });
  const { chosen } = choice;
  return (
    <MultiSelect
      {...field}
      className={chosen.length > 0 ? `${styles['several']} ${styles['chosen']}` : styles['several']}
      classNames={{ pillsList: styles['values'] ?? '' }}
      clearable
      withAlignedLabels
      clearSectionMode="clear"
      placeholder={chosen.length > 0 ? textOf(chosen, options) : placeholder}
      renderPill={() => null}
      data={[...options]}
      value={[...chosen]}
      onChange={(next) => {
        setChoice({ value, chosen: next });
        onChange(next);
      }}
    />
  );
});

const NONE: readonly string[] = [];

/** Number of letters that fit into the field. */
const FITTING = 14;

function textOf(chosen: readonly string[], options: readonly Option[]): string {
  const labels = chosen.flatMap((id) => options.find(({ value }) => value === id)?.label ?? []);
  const names = labels.join(', ');
  const isShown =
    labels.length === chosen.length && (labels.length === 1 || names.length <= FITTING);
  return isShown ? names : i18n.t('{count} selected', { count: chosen.length });
}
