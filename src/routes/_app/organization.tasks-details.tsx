import { createFileRoute } from '@tanstack/react-router';
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
  const search: OverviewSearch = { completed, status, assignee, of, created, sort, dir, page };
  return (
    <OverviewPage
      search={search}
      onSearch={(next) =>
        void navigate({ search: (before) => ({ ...before, ...NOTHING, ...next }), replace: true })
      }
    />
  );
}
