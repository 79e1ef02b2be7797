import { Button, Skeleton, Stack } from '@mantine/core';
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../../model/entities/project.ts';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useAllowed } from '../../data/client.tsx';
import { useProjects } from '../../data/projects.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { AskToJoin } from './ask-to-join.tsx';
import { ProjectBadge } from './project-badge.tsx';
import styles from './home-page.module.css';

/** Readable projects: "Projects" for levels 1 to 3, who see all of them, "My Projects" for others. */
export function ProjectList() {
  const projects = useProjects();
  const workspaces = useWorkspaces();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const mayManage = useIsAdministrative();
  const names = new Map(workspaces?.map((workspace) => [workspace.id, workspace.name]));
  const needsWorkspace = workspaces?.length === 0;
  const isEmpty = projects?.length === 0;
  // The button of the empty state unmounts with the first project; the button of the list takes the focus.
  const [wasEmpty, setWasEmpty] = useState(false);
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  const open = async (panel: 'add-project' | 'add-workspace') => {
    const rule = panel === 'add-project' ? mayCreateProject : mayCreateWorkspace;
    if (!(await allowed(rule))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  };
  return (
    <section aria-labelledby="home-projects">
      <div className={styles['head']}>
        <h2 id="home-projects" className={styles['heading']}>
          {mayManage ? i18n.t('Projects') : i18n.t('My Projects')}
        </h2>
        {mayManage && projects !== undefined && (!isEmpty || needsWorkspace) ? (
          <Button
            ref={wasEmpty && !isEmpty ? restoreLostFocus : undefined}
            size="xs"
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => void open('add-project')}
          >
            {i18n.t('Add Project')}
          </Button>
        ) : null}
      </div>
      {projects === undefined ? (
        <Stack gap="xs">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Stack>
      ) : isEmpty ? (
        <EmptyState
          icon={<IconLayoutKanban {...ICON} size={28} />}
          text={i18n.t('No Projects Available !!')}
          hint={
            mayManage
              ? needsWorkspace
                ? i18n.t('Projects live in workspaces. Begin with one.')
                : i18n.t('A project is one board.')
              : i18n.t('Somebody has to add you to a project first.')
          }
          action={
            mayManage ? (
              <Button onClick={() => void open(needsWorkspace ? 'add-workspace' : 'add-project')}>
                {needsWorkspace ? i18n.t('Add Workspace') : i18n.t('Add Project')}
              </Button>
            ) : (
              <AskToJoin />
            )
          }
        />
      ) : (
        <ul className={styles['projects']}>
          {projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              workspace={names.get(project.workspace) ?? ''}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProjectRow({
  project,
  workspace,
}: {
  readonly project: Project;
  readonly workspace: string;
}) {
  const mark = usePendingMark('projects', project.id);
  return (
    <li>
      <Link
        to="/workspace/$slug"
        params={{ slug: project.slug }}
        search={{}}
        className={styles['project']}
      >
        <ProjectBadge project={project} />
        <span className={styles['names']}>
          <span className={styles['name']} style={{ display: 'block' }}>
            {project.name}
          </span>
          <span className={styles['meta']} style={{ display: 'block' }}>
            {workspace}
          </span>
        </span>
        <RowMark mark={mark} />
      </Link>
    </li>
  );
}
