import type { ReactNode } from 'react';
import type { Invite } from '../../../model/protocol/session.ts';
import { type Account, useAccount, useClient, useIsSignedOut } from '../../data/client.tsx';
import { i18n } from '../../i18n/i18n.ts';
import { InviteForm } from './invite-form.tsx';
import { LinkProblem, CheckingLink } from './link-states.tsx';
import { useLinkCheck } from './use-link-check.ts';

interface InvitePageProps {
  readonly token: string;
  /** Content for a signed-in person, with the invited or another address. */
  readonly signedIn: (invite: Invite, person: Account['record']) => ReactNode;
}

/** Invitation page: the inviting person, and the form: new account, password, or one click. */
export function InvitePage({ token, signedIn }: InvitePageProps) {
  const client = useClient();
  const account = useAccount();
  const isKnown = useIsSignedOut() || account !== undefined;
  const checked = useLinkCheck(() => client.checkInvite(token), token);
  if (checked.kind === 'failed') {
    return (
      <LinkProblem title={i18n.t('Invitation')} message={checked.message} onAgain={checked.again} />
    );
  }
  if (checked.kind === 'checking' || !isKnown) return <CheckingLink title={i18n.t('Invitation')} />;
  const invite = checked.value;
  const person = account?.record;
  return person === undefined ? (
    <InviteForm token={token} invite={invite} />
  ) : (
    signedIn(invite, person)
  );
}
