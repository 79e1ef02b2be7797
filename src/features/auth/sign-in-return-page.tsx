import { Button, Stack } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/client.tsx';
import { finishProof, returnFailure, takeBack } from '../../data/single-sign-on.ts';
import { i18n } from '../../i18n/i18n.ts';
import { CodeStep } from '../../ui/forms/code-step.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { ownAddress } from './own-address.ts';
import { useSignIn } from './use-sign-in.ts';

/** Where the server sends the browser after the identity provider: signs in with the ticket in the address. */
export function SignInReturnPage() {
  const client = useClient();
  const router = useRouter();
  const [returned] = useState(() => new URLSearchParams(router.history.location.hash.slice(1)));
  const [back] = useState(takeBack);
  const ticket = returned.get('ticket');
  const reason = returned.get('failed');
  const { busy, error, methods, attempt, back: stop } = useSignIn({ lasting: true });
  const enter = (factor: { readonly code?: string; readonly passkey?: unknown } = {}) =>
    attempt(async () => {
      if (ticket === null) return;
      if (returned.get('proof') === '1') await finishProof(client, ticket);
      else {
        const mode = returned.get('shared') === '1' ? { shared: true } : {};
        await client.signIn({ ticket, ...mode, ...factor });
      }
      router.history.replace(ownAddress(back));
    });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // The ticket is valid once: it does not stay in the history.
    router.history.replace('/sign-in/return');
    if (ticket !== null) void enter();
  });
  const failure = reason === null ? error : i18n.t(returnFailure(reason));
  return (
    <AuthLayout
      title={i18n.t('Single sign-on')}
      hint={
        ticket === null && reason === null
          ? i18n.t('This page opens by itself after you have signed in at your organisation.')
          : undefined
      }
    >
      {methods === undefined ? (
        <Stack gap="sm">
          <FormMessage kind="error">{failure}</FormMessage>
          {busy ? (
            <Button fullWidth disabled>
              {i18n.t('Signing in...')}
            </Button>
          ) : (
            <Button component={Link} to="/" fullWidth>
              {i18n.t('Back to the sign-in')}
            </Button>
          )}
        </Stack>
      ) : (
        <CodeStep
          methods={methods}
          busy={busy}
          error={error}
          onSubmit={(code) => void enter({ code })}
          onPasskey={() =>
            void attempt(async () => {
              const { askPasskey } = await import('../../data/passkeys.ts');
              await enter({ passkey: await askPasskey(client) });
            })
          }
          onBack={stop}
        />
      )}
    </AuthLayout>
  );
}
