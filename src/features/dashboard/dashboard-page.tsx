import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useOrganization } from '../../data/organization.ts';
import { useProjects } from '../../data/projects.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AbsentNote } from './absent-note.tsx';
import type { Bar } from './bar-table.tsx';
import { Charts } from './charts.tsx';
import styles from './dashboard.module.css';
import type { Share } from './figures.ts';
import { useAllFigures } from './use-figures.ts';

/** Dashboard: live figures of every readable project, computed on this device but for projects that it does not keep. */
export function DashboardPage() {
  const organization = useOrganization();
  const { figures, absent } = useAllFigures();
  const bars = useProjectBars(figures?.byProject ?? NOTHING);
  const everything = useIsAdministrative();
  return (
    <Page
      title={i18n.t('Dashboard')}
      hint={
        everything
          ? i18n.t('All projects of {name}', { name: organization?.name ?? '' })
          : i18n.t('The projects you are in')
      }
    >
      <AbsentNote absent={absent} />
      {figures === undefined ? (
        <LoadingRows />
      ) : figures.total === 0 && absent.projects > 0 ? null : figures.total === 0 ? (
        <EmptyState
          icon={<IconChartBar {...ICON} size={30} />}
          text={i18n.t('No Data')}
          hint={i18n.t('Figures appear with the first task.')}
        />
      ) : (
        <Charts
          figures={figures}
          breakdown={{ title: i18n.t('Tasks by project'), of: i18n.t('Project'), bars }}
        />
      )}
    </Page>
  );
}

const NOTHING: readonly Share[] = [];

function useProjectBars(shares: readonly Share[]): readonly Bar[] {
  const projects = useProjects();
  return useMemo(() => {
    const byId = new Map(projects?.map((project) => [project.id, project]));
    return shares.map(({ key, count }) => {
      const project = byId.get(key);
      return {
        key,
        count,
        label:
          project === undefined ? (
            ''
          ) : (
            <Link
              to="/project-dashboard/$slug"
              params={{ slug: project.slug }}
              search={{}}
              className={styles['link']}
            >
              {project.name}
            </Link>
          ),
      };
    });
  }, [shares, projects]);
}
