import type { ReactNode } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { type Account, useAccount, useClient, useIsSignedOut } from '../../data/client.tsx';
import { InviteForm } from './invite-form.tsx';
import { LinkProblem, LookingAtLink } from './link-states.tsx';
import { useLook } from './use-look.ts';

interface InvitePageProps {
  readonly token: string;
  /** What somebody sees who is signed in, as the invited person or with another address. */
  readonly signedIn: (invite: Invite, person: Account['record']) => ReactNode;
}

/** Invitation acceptance: who invites, and what it takes: a new account, a password, or one click. */
export function InvitePage({ token, signedIn }: InvitePageProps) {
  const client = useClient();
  const account = useAccount();
  const isKnown = useIsSignedOut() || account !== undefined;
  const looked = useLook(() => client.lookInvite(token), token);
  if (looked.kind === 'failed') {
    return <LinkProblem title="Invitation" message={looked.message} onAgain={looked.again} />;
  }
  if (looked.kind === 'looking' || !isKnown) return <LookingAtLink title="Invitation" />;
  const invite = looked.value;
  const person = account?.record;
  return person === undefined ? (
    <InviteForm token={token} invite={invite} />
  ) : (
    signedIn(invite, person)
  );
}
