import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount, useClient, useIsSignedOut } from '../../data/client.tsx';
import { i18n, translated } from '../../i18n/i18n.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { useCall } from './use-call.ts';

/**
 * Confirms an e-mail address by the link of a mail. Only a click on the button confirms it, and only the
 * account's own person can: mail programs that open links change nothing.
 */
export function EmailVerificationPage({ token }: { readonly token: string | undefined }) {
  const client = useClient();
  const navigate = useNavigate();
  const account = useAccount();
  const isSignedOut = useIsSignedOut();
  const call = useCall(i18n.t('The address could not be confirmed.'));
  const [answer, setAnswer] = useState<string>();
  const confirm = async (secret: string) => {
    await call.run(async () => setAnswer(translated(await client.own.confirmAddress(secret))));
  };
  const home = (
    <Anchor component={Link} underline="always" to="/home-view">
      {answer === undefined ? i18n.t('Not now') : i18n.t('Go on to Cairn')}
    </Anchor>
  );
  if (token === undefined) {
    return (
      <AuthLayout
        title={i18n.t('E-mail verification')}
        hint={i18n.t(
          'This address needs the link from the mail we sent you. You can ask for another one on your profile page.',
        )}
        foot={home}
      >
        <Button component={Link} to="/profilepage" variant="default" fullWidth>
          {i18n.t('Open my profile')}
        </Button>
      </AuthLayout>
    );
  }
  if (isSignedOut) {
    return (
      <AuthLayout
        title={i18n.t('E-mail verification')}
        hint={i18n.t(
          'Sign in to confirm your address: only the person whose account it is can do so.',
        )}
      >
        <Button
          fullWidth
          onClick={() =>
            void navigate({
              to: '/',
              search: { back: `/emailverification?token=${encodeURIComponent(token)}` },
            })
          }
        >
          {i18n.t('Sign in')}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={i18n.t('E-mail verification')}
      hint={
        answer === undefined
          ? i18n.t(
              'Confirm that the mail with this link came to you. Others can then add you by this address, and letters go there.',
            )
          : undefined
      }
      foot={home}
    >
      <Stack gap="sm">
        <FormMessage kind={answer === undefined ? 'error' : 'success'}>
          {answer ?? call.error}
        </FormMessage>
        {answer === undefined ? (
          <Button
            fullWidth
            disabled={call.busy || account === undefined}
            onClick={() => void confirm(token)}
          >
            {call.busy ? i18n.t('Loading...') : i18n.t('Confirm my address')}
          </Button>
        ) : null}
      </Stack>
    </AuthLayout>
  );
}
