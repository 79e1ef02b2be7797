import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { inviteMessage } from './invite-messages.ts';

interface InviteOtherProps {
  readonly invite: Invite;
  /** Who is signed in here: somebody else than the invited person. */
  readonly person: { readonly displayName: string; readonly email: string };
  /** Signs that person out after asking what becomes of unsent work; the page then asks for the invited person. */
  readonly onSwitch: () => Promise<void>;
}

/** Somebody opens an invitation of another address: they go on as the invited person, or back to their own work. */
export function InviteOther({ invite, person, onSwitch }: InviteOtherProps) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await onSwitch().finally(() => setBusy(false));
  };
  return (
    <AuthLayout title={`Join ${invite.organization_name}`} hint={inviteMessage(invite)}>
      <Stack gap="sm">
        <p>
          This invitation is for <strong>{invite.email}</strong>. You are signed in as{' '}
          {person.displayName} ({person.email}).
        </p>
        <Button fullWidth disabled={busy} onClick={() => void leave()}>
          {busy ? 'Loading...' : 'Sign out and switch account'}
        </Button>
        <Button fullWidth variant="default" component={Link} to="/home-view">
          Back to Cairn
        </Button>
      </Stack>
    </AuthLayout>
  );
}
