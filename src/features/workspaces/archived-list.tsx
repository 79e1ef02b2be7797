import { Button } from '@mantine/core';
import { projectArchive } from '../../../model/mutations/project/project-archive.ts';
import { workspaceArchive } from '../../../model/mutations/workspace/workspace-archive.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { useMutate } from '../../data/client.tsx';
import { erasureDay, useDeletion, useEraseDays } from '../../data/deletion.ts';
import { useArchived } from '../../data/workspaces.ts';
import { i18n } from '../../i18n/i18n.ts';
import { dateInFull } from '../../ui/text/date-format.ts';
import styles from './overview-page.module.css';

/** Archived and deleted items with a restore button; renders nothing when there are none. */
export function ArchivedList() {
  const archived = useArchived();
  const mutate = useMutate();
  if (archived === undefined) return null;
  const restoreProject = async (id: string, name: string) => {
    const undo = () => mutate(projectArchive, { id, status: false });
    await mutate(projectArchive, { id, status: true }, { success: { subject: name, undo } });
  };
  const restoreWorkspace = async (id: string, name: string) => {
    const undo = () => mutate(workspaceArchive, { id, status: false });
    await mutate(workspaceArchive, { id, status: true }, { success: { subject: name, undo } });
  };
  const workspaces = archived.workspaces.filter((row) => !isDeleted(row));
  const projects = archived.projects.filter((row) => !isDeleted(row));
  const count = workspaces.length + projects.length;
  return (
    <>
      {count > 0 && (
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
      )}
      <DeletedList
        workspaces={archived.workspaces.filter(isDeleted)}
        projects={archived.projects.filter(isDeleted)}
      />
    </>
  );
}

interface Deleted {
  readonly id: string;
  readonly name: string;
  readonly deleted_at: string | null;
}

interface DeletedListProps {
  readonly workspaces: readonly Deleted[];
  readonly projects: readonly (Deleted & { readonly workspace: string })[];
}

/** A project in a deleted workspace is restored with its workspace. */
function DeletedList({ workspaces, projects }: DeletedListProps) {
  const within = new Set(workspaces.map(({ id }) => id));
  const alone = projects.filter(({ workspace }) => !within.has(workspace));
  const workspace = useDeletion('workspace');
  const project = useDeletion('project');
  const count = workspaces.length + alone.length;
  if (count === 0) return null;
  return (
    <details className={styles['archived']}>
      <summary>{i18n.t('Deleted ({count})', { count })}</summary>
      <ul className={styles['archivedList']}>
        {workspaces.map((row) => (
          <DeletedItem
            key={row.id}
            row={row}
            kind={i18n.t('Workspace')}
            label={i18n.t('Restore workspace {name}', { name: row.name })}
            onRestore={() => void workspace.restore(row)}
          />
        ))}
        {alone.map((row) => (
          <DeletedItem
            key={row.id}
            row={row}
            kind={i18n.t('Project')}
            label={i18n.t('Restore project {name}', { name: row.name })}
            onRestore={() => void project.restore(row)}
          />
        ))}
      </ul>
    </details>
  );
}

interface DeletedItemProps {
  readonly row: Deleted;
  readonly kind: string;
  readonly label: string;
  readonly onRestore: () => void;
}

function DeletedItem({ row, kind, label, onRestore }: DeletedItemProps) {
  const date = dateInFull(erasureDay(row.deleted_at ?? '', useEraseDays()));
  return (
    <li>
      <span className={styles['deletedName']}>
        {row.name}
        <span className={styles['erased']}>{i18n.t('Erased after {date}', { date })}</span>
      </span>
      <span className={styles['kind']}>{kind}</span>
      <Button size="xs" variant="default" aria-label={label} onClick={onRestore}>
        {i18n.t('Restore')}
      </Button>
    </li>
  );
}
