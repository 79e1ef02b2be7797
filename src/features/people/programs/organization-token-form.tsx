import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { NewOrganizationToken } from '../../../data/organization-tokens.ts';
import { useProjects } from '../../../data/projects.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { OwnPassword } from '../../../ui/forms/own-password.tsx';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import styles from './programs.module.css';

const NO_PROJECTS: readonly string[] = [];
const EMPTY = {
  name: '',
  access: 'read',
  projects: NO_PROJECTS,
  days: '365',
  password: '',
};
const RULES = v.object({ name: required(message('Name of the program')) });

interface OrganizationTokenFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly disabled: boolean;
  readonly onCreate: (token: NewOrganizationToken) => void;
  readonly onCancel: () => void;
}

/** Name of the program, access, projects and end of a new token, with the password as proof. */
export function OrganizationTokenForm({
  email,
  disabled,
  onCreate,
  onCancel,
}: OrganizationTokenFormProps) {
  const own = useOwnProof();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const projects = useProjects() ?? [];
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { name, access, days, password } = form.values;
    onCreate({
      name: name.trim(),
      access: access === 'write' ? 'write' : 'read',
      projects: form.values.projects.length === 0 ? null : form.values.projects,
      days: Number(days),
      password,
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextInput
        ref={first}
        label={i18n.t('Name of the program')}
        description={i18n.t('What it writes appears under this name.')}
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={100}
        {...form.text('name')}
      />
      <NativeSelect
        label={i18n.t('What it may do')}
        data={[
          { value: 'read', label: i18n.t('Read') },
          { value: 'write', label: i18n.t('Read and change') },
        ]}
        {...form.text('access')}
      />
      <MultiSelect
        label={i18n.t('Projects')}
        description={i18n.t('None chosen means every project, also new ones.')}
        placeholder={form.values.projects.length === 0 ? i18n.t('Every project') : undefined}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
        nothingFoundMessage={i18n.t('No project of this name')}
        data={projects
          .filter(({ status }) => status)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={[...form.values.projects]}
        onChange={(chosen) => form.set({ projects: chosen })}
      />
      <NativeSelect
        label={i18n.t('Valid for')}
        data={[
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
