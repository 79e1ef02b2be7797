import { IconFlag, IconLayoutKanban } from '@tabler/icons-react';
import type { Workspace } from '../../../model/entities/workspace.ts';
import { workspaceArchive } from '../../../model/mutations/workspace/workspace-archive.ts';
import { workspaceEdit } from '../../../model/mutations/workspace/workspace-edit.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import {
  mayArchiveWorkspace,
  mayDeleteWorkspace,
  mayEditWorkspace,
} from '../../../model/permissions/workspace.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { useMutate } from '../../data/client.tsx';
import { useOfferedFlags } from '../../data/flags.ts';
import { useTeams } from '../../data/members.ts';
import { useProjects } from '../../data/projects.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { ReplacedSettings } from './replaced-settings.tsx';
import { SettingsArchive } from './settings-archive.tsx';
import { SettingsDeletion } from './settings-deletion.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SettingsPicture } from './settings-picture.tsx';
import { SettingsPlace, SettingsPlaces } from './settings-places.tsx';
import { SettingsTextFields } from './settings-text-fields.tsx';

interface WorkspaceSettingsPanelProps {
  /** Id of the workspace. */
  readonly workspace: string;
  readonly onClose: () => void;
}

/** Settings of a workspace: name, picture, description, projects with their people, archiving, deletion. */
export function WorkspaceSettingsPanel({ workspace, onClose }: WorkspaceSettingsPanelProps) {
  const row = useWorkspace(workspace);
  return (
    <SettingsPanel
      title={i18n.t('Workspace settings')}
      row={row}
      rule={mayEditWorkspace}
      refusal={i18n.t('You dont have access to edit a workspace')}
      onClose={onClose}
    >
      {(found, actor) => <Settings workspace={found} actor={actor} onDone={onClose} />}
    </SettingsPanel>
  );
}

interface SettingsProps {
  readonly workspace: Workspace;
  readonly actor: Actor;
  readonly onDone: () => void;
}

function Settings({ workspace, actor, onDone }: SettingsProps) {
  const { id, name, desc, image, scope, status } = workspace;
  const mutate = useMutate();
  const mayArchive = mayArchiveWorkspace(actor) === undefined;
  return (
    <>
      <ReplacedSettings scope={scope} />
      <SettingsPicture
        label={i18n.t('Image')}
        image={image}
        scope={scope}
        put={async (next, options) => await mutate(workspaceEdit, { id, image: next }, options)}
      />
      <SettingsTextFields
        key={id}
        draftKey={`workspace-settings-${id}`}
        label={i18n.t('Name')}
        name={name}
        description={desc}
        save={async ({ description, ...changed }) => {
          const desc = description !== undefined && { desc: description };
          return await mutate(workspaceEdit, { id, ...changed, ...desc }, { success: {} });
        }}
      />
      <Places workspace={id} />
      {mayArchive && !isDeleted(workspace) ? (
        <SettingsArchive
          kind="workspace"
          name={name}
          status={status}
          put={async (next, success) =>
            await mutate(workspaceArchive, { id, status: next }, { success })
          }
          onDone={onDone}
        />
      ) : null}
      {mayDeleteWorkspace(actor) === undefined ? (
        <SettingsDeletion kind="workspace" row={workspace} onDone={onDone} />
      ) : null}
    </>
  );
}

/** Projects with their number of members: people belong to projects. */
function Places({ workspace }: { readonly workspace: string }) {
  const projects = useProjects()?.filter((project) => project.workspace === workspace);
  const teams = useTeams();
  const flags = useOfferedFlags();
  return (
    <SettingsPlaces>
      {projects?.map(({ id, name }) => (
        <SettingsPlace
          key={id}
          panel="project-settings"
          project={id}
          icon={<IconLayoutKanban {...SMALL_ICON} />}
          name={name}
          count={teamMessage(teams?.get(id)?.length)}
        />
      ))}
      <SettingsPlace
        panel="flags"
        icon={<IconFlag {...SMALL_ICON} />}
        name={i18n.t('Priorities')}
        count={flags.length}
      />
    </SettingsPlaces>
  );
}

function teamMessage(count = 0): string {
  if (count === 0) return i18n.t('Not assigned');
  return i18n.t('{count, plural, one {# person} other {# people}}', { count });
}
