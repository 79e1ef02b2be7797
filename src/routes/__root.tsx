import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { RouteClient } from '../data/session.ts';
import { NotFoundPage } from '../features/frame/not-found-page.tsx';
import { FailurePage } from '../features/frame/failure-page.tsx';

export const Route = createRootRouteWithContext<{ readonly client: RouteClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailurePage,
});
