import { Select } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectOrCreateProps {
  readonly label: string;
  /** True: the label is visible elsewhere and is only announced to screen readers. */
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  readonly description?: string | undefined;
  readonly size?: 'xs' | 'sm';
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Creates an option of this name; resolves to its value, undefined when that was refused. */
  readonly onCreate: (name: string) => Promise<string | undefined>;
}

/** Value of the entry "create what was typed"; no option has this value. */
const CREATE = '\u0000create';

/** Select field whose list can grow: a name without an option can be added from here. */
export function SelectOrCreate(props: SelectOrCreateProps) {
  const { label, isLabelHidden = false, placeholder, size = 'sm', options, value } = props;
  const { description, required = false, error, onChange, onCreate } = props;
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isNew = name !== '' && !options.some((one) => same(one.label, name));
  const data = [
    ...options,
    ...(isNew ? [{ value: CREATE, label: i18n.t('Add “{name}”', { name }) }] : []),
  ];
  const choose = async (next: string | null) => {
    if (next !== CREATE) {
      onChange(next);
      return;
    }
    const made = await onCreate(name);
    if (made !== undefined) onChange(made);
    setTyped('');
  };
  return (
    <Select
      size={size}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? i18n.t('None')}
      description={description}
      required={required}
      error={error}
      searchable
      clearable={!required}
      data={data}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) =>
        all.filter(
          (one) =>
            'value' in one && (one.value === CREATE || contains(one.label, name) || isChosen(name)),
        )
      }
      nothingFoundMessage={i18n.t('Type a name to add it')}
      onChange={(next) => void choose(next)}
    />
  );

  /** True when the text in the field is the name of the selected option, not a search. */
  function isChosen(text: string): boolean {
    return options.some((one) => one.value === value && one.label === text);
  }
}

function same(left: string, right: string): boolean {
  return left.localeCompare(right, undefined, { sensitivity: 'accent' }) === 0;
}

function contains(label: string, query: string): boolean {
  return label.toLocaleLowerCase().includes(query.toLocaleLowerCase());
}
