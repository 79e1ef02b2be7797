import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { SignUpMode } from '../../../model/protocol/session.ts';
import { emailSchema } from '../../../model/shared/text.ts';
import { useClient } from '../../data/client.tsx';
import { signUpFailure } from '../../data/session-failures.ts';
import { requireNewPassword } from '../../data/new-password.ts';
import { useSignUpMode } from '../../data/sign-up-mode.ts';
import { i18n, message, type Message } from '../../i18n/i18n.ts';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { matching, required } from '../../ui/forms/rules.ts';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { messageOf } from './message-of.ts';
import { PERSON_RULES } from './person-rules.ts';

/** Delay before the redirect, for reading the message (board spec, 9). Milliseconds. */
const REDIRECT = 2000;

const EMPTY = {
  display_name: '',
  phone_number: '',
  email: '',
  organization: '',
  password: '',
  again: '',
};

/** The browser checks for empty fields; these rules check the rest. */
const RULES = v.object({
  ...PERSON_RULES,
  email: matching(emailSchema, message('Enter an e-mail address')),
  organization: required(message('Organization Name')),
});

const HINTS: Readonly<Record<SignUpMode, Message>> = {
  open: message('One account for you, one home for your organisation.'),
  invited: message(
    'You need an invitation to join: ask a member. If you already have an account, use its address and password to create another organisation.',
  ),
  closed: message('New organisations cannot be created here. Ask a member to invite you.'),
};

type Progress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

/** Sign-up of a person together with an organisation. */
export function SignUpPage() {
  const client = useClient();
  const navigate = useNavigate();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const fields = form.values;
  const email = fields.email.trim();
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  useEffect(() => {
    if (progress.kind !== 'done') return undefined;
    const next = { to: '/', search: {}, state: { email } } as const;
    const timer = setTimeout(() => void navigate(next), REDIRECT);
    return () => clearTimeout(timer);
  }, [progress.kind, email, navigate]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) {
      setProgress({ kind: 'idle' });
      return;
    }
    setProgress({ kind: 'busy' });
    const { display_name, phone_number, organization, password } = fields;
    try {
      await requireNewPassword(fields, {
        names: [display_name, organization],
        email: fields.email,
      });
    } catch (failure) {
      setProgress({ kind: 'failed', message: messageOf(failure, i18n.t('Error during sign up.')) });
      return;
    }
    try {
      await client.signUp({
        display_name: display_name.trim(),
        email,
        phone_number: phone_number.trim(),
        organization: { name: organization.trim() },
        password,
      });
      setProgress({ kind: 'done' });
    } catch (failure) {
      setProgress({ kind: 'failed', message: signUpFailure(failure) });
    }
  };
  const field = (name: keyof typeof RULES.entries) => ({
    name,
    required: true,
    withAsterisk: false,
    ...form.text(name),
  });
  const mode = useSignUpMode();
  const done = progress.kind === 'done';
  const foot = (
    <>
      {i18n.t('Already have an account?')}{' '}
      <Anchor component={Link} underline="always" to="/">
        {i18n.t('Sign in')}
      </Anchor>
    </>
  );
  if (mode === 'closed')
    return <AuthLayout title={i18n.t('Sign up')} hint={i18n.t(HINTS.closed)} foot={foot} />;
  return (
    <AuthLayout title={i18n.t('Sign up')} hint={i18n.t(HINTS[mode ?? 'open'])} foot={foot}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            ref={restoreLostFocus}
            label={i18n.t('Full Name')}
            autoComplete="name"
            maxLength={200}
            {...field('display_name')}
          />
          <TextInput
            label={i18n.t('Mobile Number')}
            type="tel"
            autoComplete="tel"
            {...field('phone_number')}
          />
          <TextInput
            label={i18n.t('Email')}
            type="email"
            autoComplete="email"
            {...field('email')}
          />
          <TextInput
            label={i18n.t('Organization Name')}
            autoComplete="organization"
            maxLength={200}
            {...field('organization')}
          />
          <NewPasswordFields value={fields} onChange={form.set} />
          <FormMessage kind={done ? 'success' : 'error'}>
            {done
              ? i18n.t('Sign up successful!')
              : progress.kind === 'failed'
                ? progress.message
                : undefined}
          </FormMessage>
          <Button type="submit" fullWidth disabled={progress.kind === 'busy' || done}>
            {progress.kind === 'busy' ? i18n.t('Loading...') : i18n.t('Sign Up')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
