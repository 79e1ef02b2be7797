import { TextInput } from '@mantine/core';
import { required } from '../../ui/forms/rules.ts';
import type { TextField } from '../../ui/forms/use-form.ts';

/** Rules of the two fields. */
export const NAME_RULES = { name: required('Name'), short: required('Short name') };

/** Name and short name of categories and roles (sessions spec, 5). */
export function NameFields({ name, short }: Readonly<Record<'name' | 'short', TextField>>) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...name}
      />
      <TextInput label="Short name" required autoComplete="off" maxLength={200} {...short} />
    </>
  );
}
