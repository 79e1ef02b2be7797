import { Button } from '@mantine/core';
import { projectArchive } from '../../../model/mutations/project/project-archive.ts';
import { workspaceArchive } from '../../../model/mutations/workspace/workspace-archive.ts';
import { useMutate } from '../../data/client.tsx';
import { useArchived } from '../../data/workspaces.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './overview-page.module.css';

/** Archived items with a restore button; renders nothing when there are none. */
export function ArchivedList() {
  const archived = useArchived();
  const mutate = useMutate();
  if (archived === undefined) return null;
  const { workspaces, projects } = archived;
  const count = workspaces.length + projects.length;
  if (count === 0) return null;
  const restoreProject = async (id: string, name: string) => {
    const undo = () => void mutate(projectArchive, { id, status: false });
    await mutate(projectArchive, { id, status: true }, { success: { subject: name, undo } });
  };
  const restoreWorkspace = async (id: string, name: string) => {
    const undo = () => void mutate(workspaceArchive, { id, status: false });
    await mutate(workspaceArchive, { id, status: true }, { success: { subject: name, undo } });
  };
  return (
    <details className={styles['archived']}>
      <summary>{i18n.t('Archived ({count})', { count })}</summary>
      <ul className={styles['archivedList']}>
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles['kind']}>{i18n.t('Workspace')}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={i18n.t('Restore workspace {name}', { name })}
              onClick={() => void restoreWorkspace(id, name)}
            >
              {i18n.t('Restore')}
            </Button>
          </li>
        ))}
        {projects.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles['kind']}>{i18n.t('Project')}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={i18n.t('Restore project {name}', { name })}
              onClick={() => void restoreProject(id, name)}
            >
              {i18n.t('Restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
