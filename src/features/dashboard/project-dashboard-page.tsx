import { Button } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { areTasksMissing, useProjectTasks } from '../../data/project-details.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TasksNotice } from '../../ui/layout/tasks-notice.tsx';
import { ProjectHead } from '../../ui/layout/project-head.tsx';
import styles from './dashboard.module.css';
import { ProjectCharts } from './project-charts.tsx';
import type { ProjectDashboardSearch, Tab } from './project-dashboard-search.ts';
import { TABS } from './project-dashboard-search.ts';
import { ProjectFiles } from './project-files.tsx';
import { ProjectList } from './project-list.tsx';
import { moveTab } from '../../ui/focus/move-focus.ts';
import { ProjectOverview } from './project-overview.tsx';

interface ProjectDashboardPageProps {
  readonly slug: string;
  readonly search: ProjectDashboardSearch;
  readonly onSearch: (search: ProjectDashboardSearch) => void;
  /** Tabs of the project. */
  readonly tabs: ReactNode;
}

const TEXTS: Readonly<Record<Tab, Message>> = {
  dashboard: message('Dashboard'),
  overview: message('Overview'),
  list: message('List'),
  files: message('Files'),
};

/** Dashboard of a project: figures, overview, list of tasks, files (product.md, 11). */
export function ProjectDashboardPage(props: ProjectDashboardPageProps) {
  const { slug, search, onSearch, tabs } = props;
  const project = useProjectBySlug(slug);
  if (project === undefined) {
    return (
      <>
        <ProjectHead name={undefined} />
        <Page title={i18n.t('Project dashboard')} heading={null}>
          <LoadingRows />
        </Page>
      </>
    );
  }
  if (project === null) {
    return (
      <Page title={i18n.t('Project dashboard')}>
        <EmptyState
          icon={<IconLayoutKanban {...ICON} size={30} />}
          text={i18n.t('There is no such project')}
          hint={i18n.t('It may be of another organisation, or you are not in its team.')}
          action={
            <Button component={Link} to="/workspace/dashboard" variant="default">
              {i18n.t('All projects')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <>
      <ProjectHead
        name={project.name}
        hint={project.status ? undefined : i18n.t('Archived')}
        tabs={tabs}
      />
      <Page title={i18n.t('{name} dashboard', { name: project.name })} heading={null}>
        <Tabs project={project} search={search} onSearch={onSearch} />
      </Page>
    </>
  );
}

interface TabsProps {
  readonly project: Project;
  readonly search: ProjectDashboardSearch;
  readonly onSearch: (search: ProjectDashboardSearch) => void;
}

function Tabs({ project, search, onSearch }: TabsProps) {
  const id = useId();
  const current = search.tab ?? 'dashboard';
  const lacksTasks = areTasksMissing(useProjectTasks(project.id));
  const isReachable = useIsReachable();
  return (
    <>
      <div className={styles['tabs']} role="tablist" aria-label={i18n.t('Project dashboard')}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className={styles['tab']}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onSearch({ ...search, tab: tab === 'dashboard' ? undefined : tab })}
            onKeyDown={moveTab}
          >
            {i18n.t(TEXTS[tab])}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {lacksTasks ? <TasksNotice isReachable={isReachable} /> : null}
        {current === 'dashboard' && !lacksTasks ? <ProjectCharts project={project} /> : null}
        {current === 'overview' ? (
          <ProjectOverview project={project} lacksTasks={lacksTasks} />
        ) : null}
        {current === 'list' ? <ProjectList {...{ project, search, onSearch, lacksTasks }} /> : null}
        {current === 'files' ? <ProjectFiles project={project} /> : null}
      </div>
    </>
  );
}
