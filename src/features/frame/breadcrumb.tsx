import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useProjectBySlug } from '../../data/projects.ts';
import styles from './breadcrumb.module.css';

/** Names of the screens by path; the board has a breadcrumb of its own. */
const SCREENS: Readonly<Record<string, string>> = {
  '/home-view': 'Home',
  '/workspace/dashboard': 'Workspaces',
  '/notes-view': 'Notes',
  '/mytasks': 'My Tasks',
  '/chat': 'Chat',
  '/profilepage': 'Profile',
  '/dashboard': 'Dashboard',
  '/designation': 'Designations',
  '/organization/tasks-details': 'Overall Task',
  '/user-info': 'Member',
  '/project-dashboard': 'Project dashboard',
  '/sub-task': 'Sub-task',
  '/organization-info': 'User Management',
  '/testingview': 'Diagnostics',
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
    <nav aria-label="Breadcrumb" className={styles['trail']}>
      <ol className={styles['list']}>
        <li className={styles['wide']}>
          <Link to="/dashboard" className={styles['link']}>
            Dashboard
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
                  Board View
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
  return SCREENS[known.toSorted((left, right) => right.length - left.length)[0] ?? ''] ?? '';
}
