import { Button } from '@mantine/core';
import { projectArchive } from '../../../model/mutations/project/project-archive.ts';
import { workspaceArchive } from '../../../model/mutations/workspace/workspace-archive.ts';
import { useMutate } from '../../data/client.tsx';
import { useArchived } from '../../data/workspaces.ts';
import { useUndo } from '../../ui/overlays/undo.tsx';
import styles from './overview-page.module.css';

/** Archived items with a restore button; renders nothing when there are none. */
export function ArchivedList() {
  const archived = useArchived();
  const mutate = useMutate();
  const undo = useUndo();
  if (archived === undefined) return null;
  const { workspaces, projects } = archived;
  const count = workspaces.length + projects.length;
  if (count === 0) return null;
  const restoreProject = async (id: string, name: string) => {
    if (!(await mutate(projectArchive, { id, status: true }))) return;
    undo({
      message: `Project "${name}" restored`,
      undo: () => void mutate(projectArchive, { id, status: false }),
    });
  };
  const restoreWorkspace = async (id: string, name: string) => {
    if (!(await mutate(workspaceArchive, { id, status: true }))) return;
    undo({
      message: `Workspace "${name}" restored`,
      undo: () => void mutate(workspaceArchive, { id, status: false }),
    });
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
