import { TextInput } from '@mantine/core';
import * as v from 'valibot';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { ErasureForm } from './erasure-form.tsx';

const EMPTY = { name: '', password: '' };

interface EraseOrganizationFormProps {
  /** Name that has to be typed. */
  readonly organization: string;
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly disabled: boolean;
  /** Resolves to true when the erasure is planned. */
  readonly onErase: (password: string) => Promise<boolean>;
}

/** The name of the organisation, and the password of the one who decides its erasure. */
export function EraseOrganizationForm({
  organization,
  email,
  disabled,
  onErase,
}: EraseOrganizationFormProps) {
  const form = useForm({ store: useValues(EMPTY), schema: rulesFor(organization) });
  const submit = async () => {
    if (!form.check()) return;
    if (await onErase(form.values.password)) form.set(EMPTY);
  };
  return (
    <ErasureForm
      email={email}
      password={form.text('password')}
      submit={i18n.t('Erase the organisation in 30 days')}
      disabled={disabled}
      onSubmit={submit}
    >
      <TextInput
        label={i18n.t('Name of the organisation')}
        description={i18n.t('Type “{organization}”', { organization })}
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.text('name')}
      />
    </ErasureForm>
  );
}

function rulesFor(organization: string) {
  const isName = v.check(
    (typed: string) => typed.trim() === organization.trim(),
    () => i18n.t('This is not the name of the organisation'),
  );
  return v.object({
    name: v.pipe(required(message('Name of the organisation')), isName),
  });
}
