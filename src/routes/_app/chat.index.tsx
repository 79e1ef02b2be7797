import { createFileRoute, redirect } from '@tanstack/react-router';

/** The address without its end, as a person types it. */
export const Route = createFileRoute('/_app/chat/')({
  beforeLoad: () => {
    throw redirect({ to: '/chat/users-list' });
  },
});
