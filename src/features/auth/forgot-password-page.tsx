import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { emailSchema } from '../../../model/shared/text.ts';
import { useClient } from '../../data/client.tsx';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { matching } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { useCall } from './use-call.ts';

const EMPTY = { email: '' };
const RULES = v.object({ email: matching(emailSchema, message('Enter an e-mail address')) });

/** Requests a link for a new password; the message does not reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const client = useClient();
  const call = useCall(i18n.t('The mail could not be asked for.'));
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const [answer, setAnswer] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    call.fail(undefined);
    if (!form.check()) return;
    const { email } = form.values;
    await call.run(async () => setAnswer(translated(await client.own.requestReset(email.trim()))));
  };
  return (
    <AuthLayout
      title={i18n.t('Forgot password')}
      hint={
        answer === undefined
          ? i18n.t('Type your e-mail address. A link to choose a new password comes by mail.')
          : undefined
      }
      foot={
        <Anchor component={Link} underline="always" to="/">
          {i18n.t('Back to sign in')}
        </Anchor>
      }
    >
      {answer === undefined ? (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="sm">
            <TextInput
              label={i18n.t('Email')}
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.text('email')}
            />
            <FormMessage kind="error">{call.error}</FormMessage>
            <Button type="submit" fullWidth disabled={call.busy}>
              {call.busy ? i18n.t('Loading...') : i18n.t('Send me a link')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack gap="sm" pt="md">
          <FormMessage kind="success">{answer}</FormMessage>
          <p
            style={{
              margin: 0,
              color: 'var(--cairn-muted)',
              fontSize: 'var(--mantine-font-size-sm)',
            }}
          >
            {i18n.t(
              'The link works once and for one hour. Nothing there? Look among the unwanted mail, or ask the administrator of your organisation.',
            )}
          </p>
          <Button variant="default" onClick={() => setAnswer(undefined)}>
            {i18n.t('Use another address')}
          </Button>
        </Stack>
      )}
    </AuthLayout>
  );
}
