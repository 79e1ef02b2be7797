import { Select } from '@mantine/core';
import * as v from 'valibot';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { ErasureForm } from './erasure-form.tsx';
import styles from './archive-tab.module.css';

const EMPTY = { person: '', password: '' };
const RULES = v.object({
  person: required(message('Person')),
});

interface EraseFormProps {
  /** Deactivated people. */
  readonly people: readonly OrgUser[];
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly disabled: boolean;
  /** Resolves to true when the erasure is planned. */
  readonly onErase: (person: string, password: string) => Promise<boolean>;
}

/** A deactivated person, and the password of the one who decides their erasure. */
export function EraseForm({ people, email, disabled, onErase }: EraseFormProps) {
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  if (people.length === 0) {
    return <p className={styles['text']}>{i18n.t('There is no deactivated person to erase.')}</p>;
  }
  const submit = async () => {
    if (!form.check()) return;
    const { person, password } = form.values;
    if (await onErase(person, password)) form.set(EMPTY);
  };
  return (
    <ErasureForm
      email={email}
      password={form.text('password')}
      submit={i18n.t('Erase in 30 days')}
      disabled={disabled}
      onSubmit={submit}
    >
      <Select
        label={i18n.t('Deactivated person')}
        searchable
        data={people.map(({ id, display_name: label }) => ({ value: id, label }))}
        nothingFoundMessage={i18n.t('Nobody of that name')}
        {...form.choice('person')}
      />
    </ErasureForm>
  );
}
