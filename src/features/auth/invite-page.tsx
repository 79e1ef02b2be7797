import { useAccount, useClient, useIsSignedOut } from '../../data/client.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteJoin } from './invite-join.tsx';
import { LinkProblem, LookingAtLink } from './link-states.tsx';
import { useLook } from './use-look.ts';

/** Invitation acceptance: who invites, and what it takes: a new account, a password, or one click. */
export function InvitePage({ token }: { readonly token: string }) {
  const client = useClient();
  const account = useAccount();
  const isKnown = useIsSignedOut() || account !== undefined;
  const looked = useLook(() => client.lookInvite(token), token);
  if (looked.kind === 'failed') {
    return <LinkProblem title="Invitation" message={looked.message} onAgain={looked.again} />;
  }
  if (looked.kind === 'looking' || !isKnown) return <LookingAtLink title="Invitation" />;
  const invite = looked.value;
  const isTheirs = account?.record.email.toLowerCase() === invite.email.toLowerCase();
  return invite.account === 'proved' && isTheirs ? (
    <InviteJoin token={token} invite={invite} />
  ) : (
    <InviteForm
      token={token}
      invite={invite}
      other={isTheirs ? undefined : account?.record.displayName}
    />
  );
}
