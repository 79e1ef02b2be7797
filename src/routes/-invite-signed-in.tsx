import type { Invite } from '../../model/protocol/session.ts';
import type { Account } from '../data/client.tsx';
import { InviteJoin } from '../features/auth/invite-join.tsx';
import { InviteOther } from '../features/auth/invite-other.tsx';
import { useSignOut } from '../features/sync-status/use-sign-out.tsx';

interface InviteSignedInProps {
  readonly token: string;
  readonly invite: Invite;
  readonly person: Account['record'];
}

/**
 * A signed-in person joins with their own invitation. For the invitation of another person the page offers to
 * sign out first.
 */
export function InviteSignedIn({ token, invite, person }: InviteSignedInProps) {
  const signOut = useSignOut({ stays: true });
  const isTheirs = person.email.toLowerCase() === invite.email.toLowerCase();
  return isTheirs ? (
    <InviteJoin token={token} invite={invite} />
  ) : (
    <InviteOther invite={invite} person={person} onSwitch={signOut} />
  );
}
