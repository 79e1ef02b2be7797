import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import type { NewToken } from '../../data/machine-access.ts';
import { useOwnProof } from '../../data/own-proof.ts';
import { OwnPassword } from '../../ui/forms/own-password.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import styles from './profile-page.module.css';

const EMPTY = { name: '', access: 'read', days: '90', password: '' };
const RULES = v.object({ name: required(message('Name')) });

interface TokenFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly disabled: boolean;
  /** Resolves to true when the token exists. */
  readonly onCreate: (token: NewToken) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** Name, access and end of a new token, with the password as proof. */
export function TokenForm({ email, disabled, onCreate, onCancel }: TokenFormProps) {
  const own = useOwnProof();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { name, access, days, password } = form.values;
    await onCreate({
      name: name.trim(),
      access: access === 'write' ? 'write' : 'read',
      days: Number(days),
      password,
    });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={i18n.t('Name')}
        placeholder={i18n.t('The program that will use it')}
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.text('name')}
      />
      <NativeSelect
        label={i18n.t('What it may do')}
        data={[
          { value: 'read', label: i18n.t('Read what you can read') },
          { value: 'write', label: i18n.t('Read and change what you can change') },
        ]}
        {...form.text('access')}
      />
      <NativeSelect
        label={i18n.t('Valid for')}
        data={[
          { value: '7', label: i18n.t('7 days') },
          { value: '30', label: i18n.t('30 days') },
          { value: '90', label: i18n.t('90 days') },
          { value: '365', label: i18n.t('1 year') },
        ]}
        {...form.text('days')}
      />
      <OwnPassword email={email} own={own} {...form.text('password')} />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={disabled}>
          {i18n.t('Create the token')}
        </Button>
        <Button variant="default" disabled={disabled} onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
