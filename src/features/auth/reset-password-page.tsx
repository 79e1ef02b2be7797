import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { useClient } from '../../data/client.tsx';
import { factorMethods } from '../../data/session-failures.ts';
import { requireNewPassword } from '../../data/new-password.ts';
import { i18n } from '../../i18n/i18n.ts';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { LinkProblem, CheckingLink } from './link-states.tsx';
import { redeemLink } from './redeem-link.ts';
import { useCall } from './use-call.ts';
import { useLinkCheck } from './use-link-check.ts';

const EMPTY = { password: '', again: '' };
/** `requireNewPassword` checks the password. */
const RULES = v.object({});

interface ResetPasswordPageProps {
  /** Account number and secret from the link in the mail. */
  readonly id: string;
  readonly token: string;
}

/** Password reset: a new password by the link of a mail. Opening the page does not use the link up. */
export function ResetPasswordPage({ id, token }: ResetPasswordPageProps) {
  const client = useClient();
  const checked = useLinkCheck(() => client.own.checkReset({ id, token }), `${id}/${token}`);
  if (checked.kind === 'checking') return <CheckingLink title={i18n.t('New password')} />;
  if (checked.kind === 'failed') {
    return (
      <LinkProblem title={i18n.t('New password')} message={checked.message} onAgain={checked.again}>
        <Anchor component={Link} underline="always" to="/forgotpassword">
          {i18n.t('Ask for a new link')}
        </Anchor>
      </LinkProblem>
    );
  }
  return <ResetForm id={id} token={token} email={checked.value.email} />;
}

function ResetForm({ id, token, email }: ResetPasswordPageProps & { readonly email: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const call = useCall(i18n.t('The password could not be changed.'));
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password } = form.values;
    await call.run(async () => {
      await requireNewPassword(form.values, { names: [], email });
      // An account with a two-step sign-in asks for its code on the sign-in page: the password is changed by then.
      const enter = () =>
        client.signIn({ email, password }).catch((failure: unknown) => {
          if (factorMethods(failure) === undefined) throw failure;
        });
      await redeemLink(
        async () => {
          await client.own.confirmReset({ id, token, password });
          await enter();
        },
        async () => {
          await enter();
          return true;
        },
      );
      await navigate({ to: '/home-view' });
    });
  };
  return (
    <AuthLayout
      title={i18n.t('New password')}
      hint={i18n.t(
        'Choose a new password for {email}. You are signed out everywhere else by it; work that waits on your devices stays there.',
        { email },
      )}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {/* Lets password managers store the password for this address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordFields value={form.values} onChange={form.set} />
          <FormMessage kind="error">{call.error}</FormMessage>
          <Button type="submit" fullWidth disabled={call.busy}>
            {call.busy ? i18n.t('Loading...') : i18n.t('Set password and sign in')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
