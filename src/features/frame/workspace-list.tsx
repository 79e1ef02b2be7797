import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Project } from '../../../model/entities/project.ts';
import type { Workspace } from '../../../model/entities/workspace.ts';
import { mayCreateProject } from '../../../model/permissions/project.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useProjects } from '../../data/projects.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { ProjectLabels } from './project-labels.tsx';
import styles from './workspace-list.module.css';

/** Workspaces with their projects; the expanded ones are remembered. */
export function WorkspaceList() {
  const workspaces = useWorkspaces();
  const projects = useProjects();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useLocalStorage({
    key: 'cairn-nav-workspaces',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const mayManage = useIsAdministrative();
  const addWorkspace = async () => {
    if (!(await allowed(mayCreateWorkspace))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel: 'add-workspace' }) });
  };
  return (
    <section className={styles['section']} aria-label={i18n.t('Workspaces')}>
      <div className={styles['head']}>
        <UnstyledButton
          className={styles['caption']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight {...SMALL_ICON} size={13} className={styles['chevron']} />
          {i18n.t('Workspace details')}
        </UnstyledButton>
        {mayManage ? (
          <ActionIcon
            className={styles['plus']}
            variant="transparent"
            size={24}
            aria-label={i18n.t('Add Workspace')}
            data-tip={i18n.t('Add Workspace')}
            onClick={() => void addWorkspace()}
          >
            <IconPlus {...SMALL_ICON} />
          </ActionIcon>
        ) : null}
      </div>
      {isOpen ? (
        <ul className={styles['list']}>
          {/* Together: a project that comes later would push down the workspaces below it. */}
          {(projects && workspaces)?.map((workspace) => (
            <WorkspaceItem
              key={workspace.id}
              workspace={workspace}
              projects={projects?.filter((project) => project.workspace === workspace.id) ?? []}
              mayManage={mayManage}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface WorkspaceItemProps {
  readonly workspace: Workspace;
  readonly projects: readonly Project[];
  readonly mayManage: boolean;
}

function WorkspaceItem({ workspace, projects, mayManage }: WorkspaceItemProps) {
  const allowed = useAllowed();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useLocalStorage({
    key: `cairn-nav-workspace-${workspace.id}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const mark = usePendingMark('workspaces', workspace.id);
  const addProject = async () => {
    if (!(await allowed(mayCreateProject))) return;
    await navigate({
      to: '.',
      search: (before) => ({ ...before, panel: 'add-project', workspace: workspace.id }),
    });
  };
  return (
    <li>
      <UnstyledButton
        className={styles['workspace']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight {...SMALL_ICON} size={13} className={styles['chevron']} />
        <span className={styles['label']}>{workspace.name}</span>
        <RowMark mark={mark} />
      </UnstyledButton>
      {isOpen ? (
        <ul className={styles['projects']}>
          {projects.map((project) => (
            <ProjectItem key={project.id} project={project} />
          ))}
          {mayManage ? (
            <li>
              <UnstyledButton
                className={styles['add']}
                aria-label={i18n.t('Add a project to {name}', { name: workspace.name })}
                onClick={() => void addProject()}
              >
                {i18n.t('+ Add')}
              </UnstyledButton>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

function ProjectItem({ project }: { readonly project: Project }) {
  // Read from the organisation's row, not from the session: the setting can change while the app is open.
  const isSpecial = useActor()?.specialRole === true;
  const mark = usePendingMark('projects', project.id);
  return (
    <li>
      <Link
        to="/workspace/$slug"
        params={{ slug: project.slug }}
        className={styles['project']}
        activeProps={{ 'data-active': true }}
      >
        <span className={styles['label']}>{project.name}</span>
        <RowMark mark={mark} />
      </Link>
      {isSpecial ? <ProjectLabels project={project} /> : null}
    </li>
  );
}
