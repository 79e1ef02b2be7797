import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { levelNumber } from '../../../../model/permissions/actor.ts';
import type { Roles } from '../../../data/people.ts';
import type { ProviderFields, SingleSignOn } from '../../../data/single-sign-on.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { CopyField } from '../../../ui/forms/copy-field.tsx';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import styles from './single-sign-on.module.css';

interface ProviderFormProps {
  readonly settings: SingleSignOn;
  readonly lists: Roles;
  readonly busy: boolean;
  readonly onSave: (fields: ProviderFields) => void;
}

/** The identity provider, and what it decides. */
export function ProviderForm({ settings, lists, busy, onSave }: ProviderFormProps) {
  const { provider } = settings;
  const initial = {
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    join_role: provider?.join_role ?? '',
  };
  const form = useForm({
    store: useValues(initial),
    schema: ({ issuer }) => rulesFor(issuer.trim() === provider?.issuer),
  });
  const [active, setActive] = useState(provider?.active ?? true);
  const [isRequired, setRequired] = useState(provider?.required ?? false);
  const isVerified = settings.domains.some(({ verified_at }) => verified_at !== null);
  const levels = new Map(lists.levels.map((level) => [level.id, level.name]));
  const roles = lists.roles.filter(({ level }) => levelNumber(levels.get(level) ?? '') > 1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { issuer, client_id, client_secret, join_role } = form.values;
    onSave({
      issuer: issuer.trim(),
      client_id: client_id.trim(),
      client_secret: client_secret === '' ? undefined : client_secret,
      active,
      required: active && isRequired,
      join_role: join_role === '' ? null : join_role,
    });
  };
  return (
    <form className={styles['part']} onSubmit={submit} noValidate>
      <h3 className={styles['title']}>{i18n.t('Identity provider')}</h3>
      <CopyField
        label={i18n.t('Redirect address')}
        hint={i18n.t('Enter it at the provider, where you register Cairn as a web application.')}
        value={settings.redirect_uri}
      />
      {settings.logout_uri === undefined ? null : (
        <CopyField
          label={i18n.t('Logout address (back-channel)')}
          hint={i18n.t(
            'Enter it at the provider, so that signing out there ends the sessions of Cairn as well.',
          )}
          value={settings.logout_uri}
        />
      )}
      <TextInput
        label={i18n.t('Address of the provider (issuer)')}
        description={i18n.t(
          'Cairn reads the rest from /.well-known/openid-configuration below it.',
        )}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={1_000}
        {...form.text('issuer')}
      />
      <TextInput
        label={i18n.t('Client ID')}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        maxLength={1_000}
        {...form.text('client_id')}
      />
      <PasswordInput
        label={i18n.t('Client secret')}
        description={
          provider === null ? undefined : i18n.t('Leave it empty to keep the present one.')
        }
        autoComplete="off"
        withAsterisk={false}
        maxLength={1_000}
        {...form.text('client_secret')}
      />
      <Select
        label={i18n.t('Role of people who sign in for the first time')}
        description={i18n.t('Without a role, only people who were added or invited can sign in.')}
        placeholder={i18n.t('Nobody joins by signing in')}
        clearable
        data={roles.map(({ id, name, level }) => ({
          value: id,
          label: `${name} (${levels.get(level) ?? ''})`,
        }))}
        {...form.choice('join_role')}
      />
      <Switch
        label={i18n.t('Members can sign in by this provider')}
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <Switch
        label={i18n.t('Require it')}
        description={
          isVerified
            ? i18n.t(
                'Members with an address in a verified domain cannot use a password or a passkey, except at Level 1.',
              )
            : i18n.t('Verify a domain first.')
        }
        checked={active && isRequired}
        disabled={!active || (!isVerified && !isRequired)}
        onChange={(event) => setRequired(event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? i18n.t('Loading...') : i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}

/** The secret of one provider is never sent to another: a new address needs a new one. */
function rulesFor(isSame: boolean) {
  return v.object({
    issuer: required(message('Address of the provider')),
    client_id: required(message('Client ID')),
    ...(!isSame && { client_secret: required(message('Client secret')) }),
  });
}
