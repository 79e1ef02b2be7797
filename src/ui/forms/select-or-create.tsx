import { Select } from '@mantine/core';
import { useState } from 'react';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectOrCreateProps {
  readonly label: string;
  /** The label stands elsewhere already; it is only said to screen readers. */
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  readonly size?: 'xs' | 'sm';
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Makes an option of this name; its value, undefined when that was refused. */
  readonly onCreate: (name: string) => Promise<string | undefined>;
}

/** Stands for "make one of what I typed"; no option has it for a value. */
const CREATE = '\u0000create';

/** A choice out of a list that grows while one chooses: a name that is not there yet can be added from here. */
export function SelectOrCreate(props: SelectOrCreateProps) {
  const { label, isLabelHidden = false, placeholder, size = 'sm', options, value } = props;
  const { required = false, error, onChange, onCreate } = props;
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isNew = name !== '' && !options.some((one) => same(one.label, name));
  const data = [...options, ...(isNew ? [{ value: CREATE, label: `Add “${name}”` }] : [])];
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
      placeholder={placeholder ?? 'None'}
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
      nothingFoundMessage="Type a name to add it"
      onChange={(next) => void choose(next)}
    />
  );

  /** What stands in the field is the chosen one's name, not a search. */
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
