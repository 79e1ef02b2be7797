import { ActionIcon, Button, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconLayoutKanban, IconPlus, IconSettings } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Project } from '../../../model/entities/project.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayCreateProjectInOverview, mayEditProject } from '../../../model/permissions/project.ts';
import { mayCreateWorkspace } from '../../../model/permissions/workspace.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { nameWithState } from '../../data/person-name.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import type { PanelName } from '../../data/app-search.ts';
import { useAllowed } from '../../data/client.tsx';
import { useIsDownloading } from '../../data/downloading.ts';
import { type Member, useTeams } from '../../data/members.ts';
import { useProjects } from '../../data/projects.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { useWorkspaces } from '../../data/workspaces.ts';
import { i18n } from '../../i18n/i18n.ts';
import { type PlainColumn, PlainTable } from '../../ui/tables/plain-table.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FaceGroup } from '../../ui/marks/face-group.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { ArchivedList } from './archived-list.tsx';
import styles from './overview-page.module.css';
import { WorkspaceCards } from './workspace-cards.tsx';

/** Avatars shown before "+n". */
const FACES = 4;

/** Workspaces overview: readable projects with workspace and team (sessions spec, 2). */
export function OverviewPage() {
  const projects = useProjects();
  const workspaces = useWorkspaces();
  const teams = useTeams();
  const downloading = useIsDownloading();
  const open = useOpenPanel();
  const mayManage = useIsAdministrative();
  const names = new Map(workspaces?.map((workspace) => [workspace.id, workspace.name]));
  const needsWorkspace = workspaces?.length === 0;
  const isEmpty = projects?.length === 0;
  const addWorkspace = () => void open('add-workspace', mayCreateWorkspace);
  const addProject = () => void open('add-project', mayCreateProjectInOverview);
  return (
    <Page
      title={i18n.t('Project Details')}
      hint={<Totals workspaces={workspaces?.length} projects={projects?.length} />}
      actions={
        mayManage ? (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconPlus {...SMALL_ICON} />}
              onClick={addWorkspace}
            >
              {i18n.t('Add Workspace')}
            </Button>
            <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={addProject}>
              {i18n.t('Add Project')}
            </Button>
          </Group>
        ) : null
      }
    >
      {!projects || !workspaces || !teams || (isEmpty && downloading) ? (
        <LoadingRows />
      ) : (
        <>
          {workspaces.length === 0 ? null : (
            <WorkspaceCards workspaces={workspaces} projects={projects} mayManage={mayManage} />
          )}
          <PlainTable
            label={i18n.t('Project Details')}
            columns={columnsOf(names, teams, mayManage)}
            rows={projects}
            rowKey={(project) => project.id}
            empty={
              <EmptyState
                icon={<IconLayoutKanban {...ICON} size={30} />}
                text={i18n.t('No Projects Available !!')}
                hint={mayManage ? undefined : i18n.t('Somebody has to add you to a project first.')}
                action={
                  mayManage ? (
                    <Button onClick={needsWorkspace ? addWorkspace : addProject}>
                      {needsWorkspace ? i18n.t('Add Workspace') : i18n.t('Add Project')}
                    </Button>
                  ) : undefined
                }
              />
            }
          />
          {mayManage ? <ArchivedList /> : null}
        </>
      )}
    </Page>
  );
}

function useOpenPanel() {
  const allowed = useAllowed();
  const navigate = useNavigate();
  return async (panel: PanelName, rule: (actor: Actor) => Refusal | undefined) => {
    if (!(await allowed(rule))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  };
}

function Totals(props: {
  readonly workspaces: number | undefined;
  readonly projects: number | undefined;
}) {
  const { workspaces, projects } = props;
  if (workspaces === undefined || projects === undefined) return <span>&nbsp;</span>;
  return (
    <span className="tabular">
      {i18n.t(
        '{workspaces, plural, one {# workspace} other {# workspaces}}, {projects, plural, one {# project} other {# projects}}',
        { workspaces, projects },
      )}
    </span>
  );
}

function columnsOf(
  names: ReadonlyMap<string, string>,
  teams: ReadonlyMap<string, readonly Member[]> | undefined,
  mayManage: boolean,
): readonly PlainColumn<Project>[] {
  return [
    {
      key: 'name',
      header: i18n.t('Project Name'),
      width: '26%',
      cell: (project) => <NameCell project={project} />,
    },
    {
      key: 'workspace',
      header: i18n.t('Workspace'),
      width: '18%',
      wideOnly: true,
      cell: (project) => names.get(project.workspace) ?? '',
    },
    {
      key: 'team',
      header: i18n.t('Team'),
      width: '18%',
      cell: (project) => <TeamCell project={project} team={teams?.get(project.id) ?? []} />,
    },
    {
      key: 'description',
      header: i18n.t('Description'),
      wideOnly: true,
      cell: (project) => <span className={styles['description']}>{project.description}</span>,
    },
    {
      key: 'view',
      header: <VisuallyHidden>{i18n.t('View')}</VisuallyHidden>,
      width: '60px',
      cell: (project) => (
        <Link
          to="/workspace/$slug"
          params={{ slug: project.slug }}
          search={{}}
          className={styles['view']}
          aria-label={i18n.t('View {name}', { name: project.name })}
        >
          {i18n.t('View')}
        </Link>
      ),
    },
    ...(mayManage ? [settingsColumn()] : []),
  ];
}

function settingsColumn(): PlainColumn<Project> {
  return {
    key: 'settings',
    header: <VisuallyHidden>{i18n.t('Settings')}</VisuallyHidden>,
    width: '44px',
    cell: (project) => <SettingsCell project={project} />,
  };
}

function SettingsCell({ project }: { readonly project: Project }) {
  const allowed = useAllowed();
  const navigate = useNavigate();
  const open = async () => {
    if (!(await allowed(mayEditProject))) return;
    await navigate({
      to: '.',
      search: (before) => ({ ...before, panel: 'project-settings' as const, project: project.id }),
    });
  };
  return (
    <ActionIcon
      aria-label={i18n.t('Settings of {name}', { name: project.name })}
      onClick={() => void open()}
    >
      <IconSettings {...SMALL_ICON} />
    </ActionIcon>
  );
}

function NameCell({ project }: { readonly project: Project }) {
  const mark = usePendingMark('projects', project.id);
  return (
    <span className={styles['name']}>
      <Link
        to="/project-dashboard/$slug"
        params={{ slug: project.slug }}
        search={{}}
        className={styles['project']}
        title={i18n.t('Open the dashboard of this project')}
      >
        {project.name}
      </Link>
      <RowMark mark={mark} />
    </span>
  );
}

function TeamCell(props: { readonly project: Project; readonly team: readonly Member[] }) {
  const { project, team } = props;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, panel: 'members', project: project.id })}
      className={styles['team']}
    >
      <VisuallyHidden>{i18n.t('Team of {name}:', { name: project.name })} </VisuallyHidden>
      {team.length === 0 ? (
        i18n.t('Not assigned')
      ) : (
        <FaceGroup>
          {team.slice(0, FACES).map(({ id, person }) => (
            <PersonAvatar
              key={id}
              name={nameWithState(person)}
              image={person.profile_image}
              size={28}
            />
          ))}
          {team.length > FACES ? (
            <Tooltip label={teamMessage(team.slice(FACES))} multiline maw={260}>
              <span className={styles['more']}>+{team.length - FACES}</span>
            </Tooltip>
          ) : null}
        </FaceGroup>
      )}
    </Link>
  );
}

function teamMessage(team: readonly Member[]): string {
  return team.length === 0
    ? i18n.t('Not assigned')
    : team.map(({ person }) => nameWithState(person)).join(', ');
}
