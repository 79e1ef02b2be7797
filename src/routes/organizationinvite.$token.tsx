import { createFileRoute } from '@tanstack/react-router';
import { InvitePage } from '../features/auth/invite-page.tsx';

export const Route = createFileRoute('/organizationinvite/$token')({ component: Invite });

function Invite() {
  const { token } = Route.useParams();
  return <InvitePage token={token} />;
}
