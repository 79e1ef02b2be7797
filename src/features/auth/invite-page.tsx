import { Anchor, Button, PasswordInput, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { useClient } from '../../data/client.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { messageOf } from './message-of.ts';
import { PASSWORD_LENGTH, PASSWORDS_DIFFER } from './passwords.ts';

type Looked =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly invite: Invite }
  | { readonly kind: 'failed'; readonly message: string };

/** Invitation acceptance: who invites, and a password of one's own. */
export function InvitePage({ token }: { readonly token: string }) {
  const client = useClient();
  const [looked, setLooked] = useState<Looked>({ kind: 'looking' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const page = { isOpen: true };
    const show = (next: Looked) => {
      if (page.isOpen) setLooked(next);
    };
    client.lookInvite(token).then(
      (invite) => show({ kind: 'found', invite }),
      (failure: unknown) =>
        show({ kind: 'failed', message: messageOf(failure, 'This invitation cannot be read.') }),
    );
    return () => {
      page.isOpen = false;
    };
  }, [client, token, attempt]);
  const lookAgain = () => {
    setLooked({ kind: 'looking' });
    setAttempt(attempt + 1);
  };
  if (looked.kind === 'found') return <AcceptForm token={token} invite={looked.invite} />;
  return (
    <AuthLayout
      title="Invitation"
      foot={
        <Anchor component={Link} underline="always" to="/">
          Go to sign in
        </Anchor>
      }
    >
      {looked.kind === 'looking' ? (
        <Stack gap="sm" aria-busy="true" aria-label="Reading the invitation">
          <Skeleton height={16} width="70%" />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : (
        <Stack gap="sm">
          <FormMessage kind="error">{looked.message}</FormMessage>
          <Button variant="default" onClick={lookAgain}>
            Try again
          </Button>
        </Stack>
      )}
    </AuthLayout>
  );
}

function AcceptForm({ token, invite }: { readonly token: string; readonly invite: Invite }) {
  const client = useClient();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password !== again) {
      setError(PASSWORDS_DIFFER);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await client.acceptInvite({ token, password });
      await client.signIn({ email: invite.email, password });
      await navigate({ to: '/home-view' });
    } catch (failure) {
      setError(messageOf(failure, 'The invitation could not be accepted.'));
      setBusy(false);
    }
  };
  return (
    <AuthLayout
      title={`Join ${invite.organization_name}`}
      hint={`${invite.display_name}, choose a password for ${invite.email}.`}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_LENGTH} characters`}
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label="Re-enter Password"
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            required
            withAsterisk={false}
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          <FormMessage kind="error">{error}</FormMessage>
          <Button type="submit" fullWidth disabled={busy}>
            {busy ? 'Loading...' : 'Set password and sign in'}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
