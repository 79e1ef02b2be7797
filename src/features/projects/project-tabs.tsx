import {
  IconCalendar,
  IconChartBar,
  IconFiles,
  IconLayoutKanban,
  IconList,
  IconSettings,
} from '@tabler/icons-react';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { mayEditProject } from '../../../model/permissions/project.ts';
import { useAllowed } from '../../data/client.tsx';
import { useProjectBySlug } from '../../data/projects.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import styles from './project-tabs.module.css';

type Place =
  | { readonly view: 'list' | 'calendar' | undefined }
  | { readonly tab: 'files' | undefined };

interface ProjectTabsProps {
  readonly slug: string;
  /** Screen that shows the tabs. */
  readonly screen: 'board' | 'dashboard';
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Tabs with an address of their own. */
const TABS = [
  { name: message('Board'), Icon: IconLayoutKanban, view: undefined },
  { name: message('List'), Icon: IconList, view: 'list' },
  { name: message('Calendar'), Icon: IconCalendar, view: 'calendar' },
  { name: message('Dashboard'), Icon: IconChartBar, tab: undefined },
  { name: message('Files'), Icon: IconFiles, tab: 'files' },
] as const;

/** Tabs in the header of a project: its views, its dashboard and files, and its settings as a panel. */
export function ProjectTabs({ slug, screen }: ProjectTabsProps) {
  const current = useCurrent(screen);
  return (
    <nav className={styles['tabs']} aria-label={i18n.t('Project')}>
      {TABS.map(({ name, Icon, ...place }) => (
        <Link
          key={name.id}
          {...linkTo(place, screen)}
          params={{ slug }}
          className={styles['tab']}
          activeOptions={EXACT}
          aria-current={name.id === current ? 'page' : undefined}
          aria-label={i18n.t(name)}
          data-tip={i18n.t(name)}
        >
          <Icon {...ICON} />
          <span className={styles['name']}>{i18n.t(name)}</span>
        </Link>
      ))}
      <SettingsTab slug={slug} />
    </nav>
  );
}

/** The router itself marks only a link to this very address, which is the current tab in any case. */
const EXACT = { exact: true, includeSearch: true } as const;

/**
 * Id of the name of the tab of this address, whatever its order, filter or panel is. The dashboard has tabs of its own: all of
 * them but the files belong to the tab Dashboard.
 */
function useCurrent(screen: ProjectTabsProps['screen']): string {
  return useSearch({
    strict: false,
    select: ({ view, tab }) => {
      const shown = TABS.find((one) =>
        screen === 'board'
          ? 'view' in one && one.view === view
          : 'tab' in one && one.tab === (tab === 'files' ? tab : undefined),
      );
      return (shown ?? TABS[0]).name.id;
    },
  });
}

/** Views of a board keep its filter and replace each other in the history. */
function linkTo(place: Place, screen: ProjectTabsProps['screen']): LinkProps {
  if ('view' in place) {
    const { view } = place;
    const isHere = screen === 'board';
    return {
      to: '/workspace/$slug',
      search: isHere ? (before) => ({ ...before, view, by: undefined }) : { view },
      replace: isHere,
    };
  }
  const { tab } = place;
  return {
    to: '/project-dashboard/$slug',
    search: screen === 'dashboard' ? (before) => ({ ...before, tab }) : { tab },
  };
}

function SettingsTab({ slug }: { readonly slug: string }) {
  const project = useProjectBySlug(slug);
  const allowed = useAllowed();
  const navigate = useNavigate();
  const open = async () => {
    if (!project || !(await allowed(mayEditProject))) return;
    await navigate({
      to: '.',
      search: (before) => ({ ...before, panel: 'project-settings' as const, project: project.id }),
    });
  };
  return (
    <button
      type="button"
      className={styles['tab']}
      aria-haspopup="dialog"
      aria-label={i18n.t('Settings')}
      data-tip={i18n.t('Settings')}
      onClick={() => void open()}
    >
      <IconSettings {...ICON} />
      <span className={styles['name']}>{i18n.t('Settings')}</span>
    </button>
  );
}
