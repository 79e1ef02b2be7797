import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useProjectBySlug } from '../../data/projects.ts';
import { i18n, message, type Message } from '../../i18n/i18n.ts';
import styles from './breadcrumb.module.css';

/** Names of the screens by path; the board has a breadcrumb of its own. */
const SCREENS: Readonly<Record<string, Message>> = {
  '/home-view': message('Home'),
  '/workspace/dashboard': message('Workspaces'),
  '/notes-view': message('Notes'),
  '/mytasks': message('My Tasks'),
  '/chat': message('Chat'),
  '/profilepage': message('Profile'),
  '/dashboard': message('Dashboard'),
  '/designation': message('Designations'),
  '/organization/tasks-details': message('Overall Task'),
  '/user-info': message('Member'),
  '/project-dashboard': message('Project dashboard'),
  '/sub-task': message('Sub-task'),
  '/organization-info': message('User Management'),
  '/testingview': message('Diagnostics'),
  '/ready-for-offline': message('Ready for offline'),
};

/** Location of the current screen; on a board: Dashboard > project name > Board View (board spec, 2). */
export function Breadcrumb() {
  const path = useLocation({ select: (location) => location.pathname });
  const { slug } = useParams({ strict: false });
  const project = useProjectBySlug(slug);
  const screen = nameOf(path);
  if (slug === undefined) {
    return <span className={styles['only']}>{screen}</span>;
  }
  return (
    <nav aria-label={i18n.t('Breadcrumb')} className={styles['trail']}>
      <ol className={styles['list']}>
        <li className={styles['wide']}>
          <Link to="/dashboard" className={styles['link']}>
            {i18n.t('Dashboard')}
          </Link>
        </li>
        {project === null || project === undefined ? null : (
          <>
            {screen === '' ? <BoardTitle name={project.name} /> : null}
            <li className={styles['project']}>
              <Link
                to="/project-dashboard/$slug"
                params={{ slug }}
                search={{}}
                className={styles['link']}
              >
                {project.name}
              </Link>
            </li>
            <li className={styles['wide']}>
              {screen === '' ? (
                <Link
                  to="/workspace/$slug"
                  params={{ slug }}
                  search={{}}
                  className={styles['link']}
                  aria-current="page"
                >
                  {i18n.t('Board View')}
                </Link>
              ) : (
                <span aria-current="page">{screen}</span>
              )}
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

/** Sets the window's title on a board; the other screens set their own. */
function BoardTitle({ name }: { readonly name: string }) {
  useDocumentTitle(`${name} · Cairn`);
  return null;
}

/** Longest prefix of the path that is a screen: `/chat/group/7` belongs to Chat. */
function nameOf(path: string): string {
  const known = Object.keys(SCREENS).filter((one) => path === one || path.startsWith(`${one}/`));
  const screen = SCREENS[known.toSorted((left, right) => right.length - left.length)[0] ?? ''];
  return screen === undefined ? '' : i18n.t(screen);
}
