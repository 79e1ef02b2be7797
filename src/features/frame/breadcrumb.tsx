import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useProjectBySlug } from '../../data/projects.ts';
import styles from './breadcrumb.module.css';

/** Names of the screens by path; the board has a trail of its own. */
const SCREENS: Readonly<Record<string, string>> = {
  '/home-view': 'Home',
  '/workspace/dashboard': 'Workspaces',
  '/notes-view': 'Notes',
  '/organization-info': 'User Management',
  '/testingview': 'Diagnostics',
};

/** Where one is; on a board: Dashboard > project name > Board View (board spec, 2). */
export function Breadcrumb() {
  const path = useLocation({ select: (location) => location.pathname });
  const { slug } = useParams({ strict: false });
  const project = useProjectBySlug(slug);
  if (slug === undefined) {
    return <span className={styles['only']}>{SCREENS[path] ?? ''}</span>;
  }
  return (
    <nav aria-label="Breadcrumb" className={styles['trail']}>
      <ol className={styles['list']}>
        <li className={styles['wide']}>
          <Link to="/workspace/dashboard" className={styles['link']}>
            Dashboard
          </Link>
        </li>
        {project === null ? null : (
          <>
            <BoardTitle name={project?.name} />
            <li className={styles['project']}>{project?.name ?? ' '}</li>
            <li className={styles['wide']} aria-current="page">
              Board View
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

/** A board is named in the window's title; the other screens name themselves. */
function BoardTitle({ name }: { readonly name: string | undefined }) {
  useDocumentTitle(name === undefined ? 'Cairn' : `${name} · Cairn`);
  return null;
}
