import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { InvitePage } from '../features/auth/invite-page.tsx';
import { prefetch } from '../ui/prefetch.ts';

export const Route = createFileRoute('/organizationinvite/$token')({ component: Invite });

/** Lazy: most people who open an invitation are not signed in. */
const { Component: InviteSignedIn } = prefetch(
  async () => (await import('./-invite-signed-in.tsx')).InviteSignedIn,
);

function Invite() {
  const { token } = Route.useParams();
  return (
    <InvitePage
      token={token}
      signedIn={(invite, person) => (
        <Suspense>
          <InviteSignedIn token={token} invite={invite} person={person} />
        </Suspense>
      )}
    />
  );
}
