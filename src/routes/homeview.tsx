import { createFileRoute, redirect } from '@tanstack/react-router';

/** Second spelling of the path in the specification (sessions spec, 2 "Route table"). */
export const Route = createFileRoute('/homeview')({
  beforeLoad: () => {
    throw redirect({ to: '/home-view' });
  },
});
