import { createFileRoute } from '@tanstack/react-router';
import { ProjectDashboardPage } from '../../features/dashboard/project-dashboard-page.tsx';
import { ReportPage } from '../../features/sign-off/report-page.tsx';
import { ProjectTabs } from '../../features/projects/project-tabs.tsx';
import {
  type ProjectDashboardSearch,
  projectDashboardSchema,
} from '../../features/dashboard/project-dashboard-search.ts';

export const Route = createFileRoute('/_app/project-dashboard/$slug')({
  validateSearch: projectDashboardSchema,
  component: ProjectDashboard,
});

const NOTHING: ProjectDashboardSearch = { tab: undefined, sort: undefined, dir: undefined };

function ProjectDashboard() {
  const { slug } = Route.useParams();
  const { tab, sort, dir, report, from, to } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (report !== undefined) {
    return (
      <ReportPage
        key={slug}
        slug={slug}
        search={{ report, from, to }}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    );
  }
  return (
    <ProjectDashboardPage
      key={slug}
      slug={slug}
      search={{ tab, sort, dir }}
      tabs={<ProjectTabs slug={slug} screen="dashboard" />}
      onSearch={(next) =>
        void navigate({ search: (before) => ({ ...before, ...NOTHING, ...next }), replace: true })
      }
    />
  );
}
