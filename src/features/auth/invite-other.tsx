import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { inviteMessage } from './invite-messages.ts';

interface InviteOtherProps {
  readonly invite: Invite;
  /** The signed-in person, whose address is not the invited one. */
  readonly person: { readonly displayName: string; readonly email: string };
  /** Signs that person out after asking about unsent work; the page then shows the invitation form. */
  readonly onSwitch: () => Promise<void>;
}

/** Invitation of another address: continue as the invited person, or return to one's own work. */
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
