import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Invite } from '../../../model/protocol/session.ts';
import { useClient } from '../../data/client.tsx';
import { useSelectByName } from '../../data/select-organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { inviteMessage } from './invite-messages.ts';
import { redeemLink } from './redeem-link.ts';
import { useCall } from './use-call.ts';

interface InviteJoinProps {
  readonly token: string;
  readonly invite: Invite;
}

/** One-click join for a person who is signed in with the invited address. */
export function InviteJoin({ token, invite }: InviteJoinProps) {
  const client = useClient();
  const navigate = useNavigate();
  const select = useSelectByName();
  const call = useCall(i18n.t('The invitation could not be accepted.'));
  const join = async () => {
    await call.run(async () => {
      await redeemLink(
        async () => client.selectOrganization(await client.own.joinInvite(token)),
        () => select(invite.organization_name),
      );
      await navigate({ to: '/home-view' });
    });
  };
  const title = i18n.t('Join {organization}', { organization: invite.organization_name });
  const state = i18n.t('You are signed in as {email}; your other organisations stay as they are.', {
    email: invite.email,
  });
  return (
    <AuthLayout title={title} hint={`${inviteMessage(invite)} ${state}`}>
      <Stack gap="sm">
        <FormMessage kind="error">{call.error}</FormMessage>
        <Button fullWidth disabled={call.busy} onClick={() => void join()}>
          {call.busy ? i18n.t('Loading...') : title}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
