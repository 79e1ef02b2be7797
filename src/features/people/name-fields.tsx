import { TextInput } from '@mantine/core';

interface NameFieldsProps {
  readonly values: { readonly name: string; readonly short: string };
  /** Says what is missing once the person has tried to save. */
  readonly tried: boolean;
  readonly onChange: (change: { readonly name?: string; readonly short?: string }) => void;
}

/** Name and short name, as categories and roles have them (sessions spec, 5). */
export function NameFields({ values, tried, onChange }: NameFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={values.name}
        error={tried && values.name.trim() === '' ? 'Name is required' : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Short name"
        required
        autoComplete="off"
        maxLength={200}
        value={values.short}
        error={tried && values.short.trim() === '' ? 'Short name is required' : undefined}
        onChange={(event) => onChange({ short: event.currentTarget.value })}
      />
    </>
  );
}
