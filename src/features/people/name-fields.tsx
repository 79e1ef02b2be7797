import { TextInput } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import type { TextField } from '../../ui/forms/use-form.ts';

/** Rules of the two fields. */
export const NAME_RULES = {
  name: required(message('Name')),
  short: required(message('Short name')),
};

/** Name and short name of categories and roles (sessions spec, 5). */
export function NameFields({ name, short }: Readonly<Record<'name' | 'short', TextField>>) {
  return (
    <>
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...name}
      />
      <TextInput
        label={i18n.t('Short name')}
        required
        autoComplete="off"
        maxLength={200}
        {...short}
      />
    </>
  );
}
