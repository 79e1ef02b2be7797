import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { i18n } from '../../i18n/i18n.ts';
import { Trans } from '../../i18n/rich.tsx';
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
    <AuthLayout
      title={i18n.t('Join {organization}', { organization: invite.organization_name })}
      hint={inviteMessage(invite)}
    >
      <Stack gap="sm">
        <p>
          <Trans
            id="This invitation is for <0>{invited}</0>. You are signed in as {name} ({email})."
            values={{ invited: invite.email, name: person.displayName, email: person.email }}
            components={[<strong key="0" />]}
          />
        </p>
        <Button fullWidth disabled={busy} onClick={() => void leave()}>
          {busy ? i18n.t('Loading...') : i18n.t('Sign out and switch account')}
        </Button>
        <Button fullWidth variant="default" component={Link} to="/home-view">
          {i18n.t('Back to Cairn')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
