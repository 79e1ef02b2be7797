import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { OverviewPage } from '../../features/overview/overview-page.tsx';
import { prefetchAllTasks } from '../../data/all-tasks.ts';
import {
  type OverviewSearch,
  overviewSearchSchema,
} from '../../features/overview/overview-search.ts';

export const Route = createFileRoute('/_app/organization/tasks-details')({
  validateSearch: overviewSearchSchema,
  // Hovering over the link starts the read.
  beforeLoad: ({ context, preload }) => {
    if (preload) prefetchAllTasks(context.client);
  },
  component: TasksDetails,
});

function TasksDetails() {
  const { q, completed, status, assignee, of, created, sort, dir, page } = Route.useSearch();
  const navigate = Route.useNavigate();
  // Same reference while it is equal: the rows of 50,000 tasks depend on it.
  const search = useMemo<OverviewSearch>(
    () => ({ q, completed, status, assignee, of, created, sort, dir, page }),
    [q, completed, status, assignee, of, created, sort, dir, page],
  );
  const onChange = useCallback(
    (change: Partial<OverviewSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  );
  return <OverviewPage search={search} onChange={onChange} />;
}
