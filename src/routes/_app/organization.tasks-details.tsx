import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { OverviewPage } from '../../features/overview/overview-page.tsx';
import {
  type OverviewSearch,
  overviewSearchSchema,
} from '../../features/overview/overview-search.ts';

export const Route = createFileRoute('/_app/organization/tasks-details')({
  validateSearch: overviewSearchSchema,
  component: TasksDetails,
});

/** Takes every filter away before the next ones are set. */
const NOTHING: OverviewSearch = {
  completed: undefined,
  status: undefined,
  assignee: undefined,
  of: undefined,
  created: undefined,
  sort: undefined,
  dir: undefined,
  page: undefined,
};

function TasksDetails() {
  const { completed, status, assignee, of, created, sort, dir, page } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The same object as long as it says the same: the rows of 50,000 tasks hang on it.
  const search = useMemo<OverviewSearch>(
    () => ({ completed, status, assignee, of, created, sort, dir, page }),
    [completed, status, assignee, of, created, sort, dir, page],
  );
  const onSearch = useCallback(
    (next: OverviewSearch) =>
      void navigate({ search: (before) => ({ ...before, ...NOTHING, ...next }), replace: true }),
    [navigate],
  );
  return <OverviewPage search={search} onSearch={onSearch} />;
}
