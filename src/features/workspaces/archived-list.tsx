import { Button } from '@mantine/core';
import { projectArchive } from '../../../model/mutations/project/project-archive.ts';
import { workspaceArchive } from '../../../model/mutations/workspace/workspace-archive.ts';
import { useMutate } from '../../data/client.tsx';
import { useArchived } from '../../data/workspaces.ts';
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
      <summary>Archived ({count})</summary>
      <ul className={styles['archivedList']}>
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles['kind']}>Workspace</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Restore workspace ${name}`}
              onClick={() => void restoreWorkspace(id, name)}
            >
              Restore
            </Button>
          </li>
        ))}
        {projects.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles['kind']}>Project</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Restore project ${name}`}
              onClick={() => void restoreProject(id, name)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
