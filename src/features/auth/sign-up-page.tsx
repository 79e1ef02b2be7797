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
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { messageOf } from './message-of.ts';
import { personErrors } from './person-errors.ts';

/** The message is read before the page goes on (board spec, 9). */
const REDIRECT = 2000;

interface Fields {
  readonly display_name: string;
  readonly phone_number: string;
  readonly email: string;
  readonly organization: string;
  readonly password: string;
  readonly again: string;
}

const EMPTY: Fields = {
  display_name: '',
  phone_number: '',
  email: '',
  organization: '',
  password: '',
  again: '',
};

const HINTS: Readonly<Record<SignUpMode, string>> = {
  open: 'One account for you, one home for your organisation.',
  invited:
    'You come in here by invitation: ask somebody who is here. If you have an account already, found another organisation with its address and password.',
  closed: 'New organisations cannot be founded here. Ask somebody who is here to invite you.',
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
  const [fields, setFields] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const errors = tried ? errorsOf(fields) : {};
  useEffect(() => {
    if (progress.kind !== 'done') return undefined;
    const timer = setTimeout(() => void navigate({ to: '/', search: {} }), REDIRECT);
    return () => clearTimeout(timer);
  }, [progress.kind, navigate]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errorsOf(fields)).length > 0) {
      setProgress({ kind: 'idle' });
      return;
    }
    setProgress({ kind: 'busy' });
    const { display_name, email, phone_number, organization, password } = fields;
    try {
      await requireNewPassword(fields);
    } catch (failure) {
      setProgress({ kind: 'failed', message: messageOf(failure, 'Error during sign up.') });
      return;
    }
    try {
      await client.signUp({
        display_name: display_name.trim(),
        email: email.trim(),
        phone_number: phone_number.trim(),
        organization: { name: organization.trim() },
        password,
      });
      setProgress({ kind: 'done' });
    } catch (failure) {
      setProgress({ kind: 'failed', message: signUpFailure(failure) });
    }
  };
  const field = (name: keyof Errors) => ({
    name,
    required: true,
    withAsterisk: false,
    error: errors[name],
    value: fields[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  const mode = useSignUpMode();
  const done = progress.kind === 'done';
  const foot = (
    <>
      Already have an account?{' '}
      <Anchor component={Link} underline="always" to="/">
        Sign in
      </Anchor>
    </>
  );
  if (mode === 'closed') return <AuthLayout title="Sign up" hint={HINTS.closed} foot={foot} />;
  return (
    <AuthLayout title="Sign up" hint={HINTS[mode ?? 'open']} foot={foot}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label="Full Name"
            autoComplete="name"
            maxLength={200}
            {...field('display_name')}
          />
          <TextInput
            label="Mobile Number"
            type="tel"
            autoComplete="tel"
            {...field('phone_number')}
          />
          <TextInput label="Email" type="email" autoComplete="email" {...field('email')} />
          <TextInput
            label="Organization Name"
            autoComplete="organization"
            maxLength={200}
            {...field('organization')}
          />
          <NewPasswordFields
            value={fields}
            onChange={(change) => setFields((before) => ({ ...before, ...change }))}
          />
          <FormMessage kind={done ? 'success' : 'error'}>
            {done
              ? 'Sign up successful!'
              : progress.kind === 'failed'
                ? progress.message
                : undefined}
          </FormMessage>
          <Button type="submit" fullWidth disabled={progress.kind === 'busy' || done}>
            {progress.kind === 'busy' ? 'Loading...' : 'Sign Up'}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

type Errors = Partial<Omit<Fields, 'password' | 'again'>>;

/** The browser asks for what is empty; this is what it lets pass. */
function errorsOf(fields: Fields): Errors {
  return {
    ...personErrors(fields),
    ...(!v.is(emailSchema, fields.email) && { email: 'Enter an e-mail address' }),
    ...(fields.organization.trim() === '' && { organization: 'Organization Name is required' }),
  };
}
