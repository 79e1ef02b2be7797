import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import type { Invite } from '../../../model/protocol/session.ts';
import { useClient } from '../../data/client.tsx';
import { requireNewPassword } from '../../data/new-password.ts';
import { useSelectByName } from '../../data/select-organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { type TextField, useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { inviteMessage } from './invite-messages.ts';
import { PERSON_RULES } from './person-rules.ts';
import { redeemLink } from './redeem-link.ts';
import { useCall } from './use-call.ts';

interface InviteFormProps {
  readonly token: string;
  readonly invite: Invite;
}

const EMPTY = { display_name: '', phone_number: '', password: '', again: '' };
const NEW_PERSON = v.object(PERSON_RULES);
const KNOWN_PERSON = v.object({});

/**
 * Invitation form: a new person enters name, number and password; a person who was added before, a new
 * password; a person with an account, the existing one.
 */
export function InviteForm({ token, invite }: InviteFormProps) {
  const client = useClient();
  const navigate = useNavigate();
  const call = useCall(i18n.t('The invitation could not be accepted.'));
  const select = useSelectByName();
  const isNew = invite.account === 'none';
  const hasAccount = invite.account === 'proved';
  const { email } = invite;
  const form = useForm({ store: useValues(EMPTY), schema: isNew ? NEW_PERSON : KNOWN_PERSON });
  const fields = form.values;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { display_name, phone_number, password } = fields;
    if (!form.check()) {
      call.fail(undefined);
      return;
    }
    const person = { display_name: display_name.trim(), phone_number: phone_number.trim() };
    await call.run(async () => {
      if (!hasAccount) {
        const names = [display_name, invite.display_name, invite.organization_name];
        await requireNewPassword(fields, { names, email });
      }
      await redeemLink(
        () => client.acceptInvite({ token, password, ...(isNew && person) }),
        async () => {
          await client.signIn({ email, password });
          return select(invite.organization_name);
        },
      );
      await navigate({ to: '/home-view' });
    });
  };
  return (
    <AuthLayout
      title={i18n.t('Join {organization}', { organization: invite.organization_name })}
      hint={hintOf(invite)}
      foot={
        hasAccount ? (
          <Anchor component={Link} underline="always" to="/forgotpassword">
            {i18n.t('Forgot password?')}
          </Anchor>
        ) : undefined
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {/* Lets password managers store the password for this address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {isNew ? (
            <NewPersonFields name={form.text('display_name')} phone={form.text('phone_number')} />
          ) : null}
          {hasAccount ? (
            <PasswordInput
              label={i18n.t('Password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.text('password')}
            />
          ) : (
            <NewPasswordFields value={fields} onChange={form.set} />
          )}
          <FormMessage kind="error">{call.error}</FormMessage>
          <Button type="submit" fullWidth disabled={call.busy}>
            {call.busy
              ? i18n.t('Loading...')
              : hasAccount
                ? i18n.t('Sign in and join')
                : i18n.t('Set password and sign in')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

function NewPersonFields({ name, phone }: Readonly<Record<'name' | 'phone', TextField>>) {
  return (
    <>
      <TextInput
        label={i18n.t('Full Name')}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={200}
        {...name}
      />
      <TextInput
        label={i18n.t('Mobile Number')}
        type="tel"
        autoComplete="tel"
        required
        withAsterisk={false}
        {...phone}
      />
    </>
  );
}

function hintOf(invite: Invite): string {
  const { account, display_name, email } = invite;
  if (account === undefined)
    return i18n.t('{name}, choose a password for {email}.', { name: display_name, email });
  switch (account) {
    case 'none':
      return `${inviteMessage(invite)} ${i18n.t('Tell us who you are and choose a password for {email}.', { email })}`;
    case 'unproved':
      return `${inviteMessage(invite)} ${i18n.t('Choose a new password for {email}.', { email })}`;
    case 'proved':
      return `${inviteMessage(invite)} ${i18n.t('You have an account already: give the password of {email}.', { email })}`;
  }
}
