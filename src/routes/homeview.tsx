import { createFileRoute, redirect } from '@tanstack/react-router';

/** The specification has both spellings (sessions spec, 2 "Route table"). */
export const Route = createFileRoute('/homeview')({
  beforeLoad: () => {
    throw redirect({ to: '/home-view' });
  },
});
