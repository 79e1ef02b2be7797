import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Project } from '../../../model/entities/project.ts';
import type { Workspace } from '../../../model/entities/workspace.ts';
import { mayEditWorkspace } from '../../../model/permissions/workspace.ts';
import { useAllowed } from '../../data/client.tsx';
import { useFile } from '../../data/files.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { ImageBadge } from '../../ui/marks/image-badge.tsx';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import styles from './overview-page.module.css';

interface WorkspaceCardsProps {
  readonly workspaces: readonly Workspace[];
  readonly projects: readonly Project[];
  /** Levels 1 to 3 see the settings. */
  readonly mayManage: boolean;
}

/** Readable workspaces with their projects. */
export function WorkspaceCards({ workspaces, projects, mayManage }: WorkspaceCardsProps) {
  const byWorkspace = Map.groupBy(projects, (project) => project.workspace);
  return (
    <ul className={styles['cards']} aria-label={i18n.t('Workspaces')}>
      {workspaces.map((workspace) => (
        <WorkspaceCard
          key={workspace.id}
          workspace={workspace}
          projects={byWorkspace.get(workspace.id) ?? []}
          mayManage={mayManage}
        />
      ))}
    </ul>
  );
}

interface WorkspaceCardProps {
  readonly workspace: Workspace;
  readonly projects: readonly Project[];
  readonly mayManage: boolean;
}

function WorkspaceCard({ workspace, projects, mayManage }: WorkspaceCardProps) {
  const image = useFile(workspace.image);
  const mark = usePendingMark('workspaces', workspace.id);
  const allowed = useAllowed();
  const navigate = useNavigate();
  const settings = async () => {
    if (!(await allowed(mayEditWorkspace))) return;
    await navigate({
      to: '.',
      search: (before) => ({
        ...before,
        panel: 'workspace-settings' as const,
        workspace: workspace.id,
      }),
    });
  };
  return (
    <li className={styles['card']}>
      <div className={styles['cardHead']}>
        <ImageBadge name={workspace.name} url={image?.smallUrl ?? image?.url} />
        <h2 className={styles['cardName']} title={workspace.name}>
          {workspace.name}
        </h2>
        <RowMark mark={mark} />
        {mayManage ? (
          <ActionIcon
            aria-label={i18n.t('Settings of {name}', { name: workspace.name })}
            onClick={() => void settings()}
          >
            <IconSettings {...SMALL_ICON} />
          </ActionIcon>
        ) : null}
      </div>
      {workspace.desc === '' ? null : <p className={styles['cardText']}>{workspace.desc}</p>}
      <ul className={styles['links']}>
        {projects.map((project) => (
          <li key={project.id}>
            <Link to="/workspace/$slug" params={{ slug: project.slug }} search={{}}>
              {project.name}
            </Link>
          </li>
        ))}
        {projects.length === 0 ? (
          <li className={styles['none']}>{i18n.t('No projects yet')}</li>
        ) : null}
      </ul>
    </li>
  );
}
