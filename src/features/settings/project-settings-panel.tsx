import { IconFlag, IconTag, IconUsers } from '@tabler/icons-react';
import type { Project } from '../../../model/entities/project.ts';
import { projectArchive } from '../../../model/mutations/project/project-archive.ts';
import { projectEdit } from '../../../model/mutations/project/project-edit.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import {
  mayArchiveProject,
  mayDeleteProject,
  mayEditProject,
} from '../../../model/permissions/project.ts';
import { isDeleted } from '../../../model/shared/erasure.ts';
import { useMutate } from '../../data/client.tsx';
import { useOfferedFlags } from '../../data/flags.ts';
import { useLabels } from '../../data/labels.ts';
import { useMembers } from '../../data/members.ts';
import { useProject } from '../../data/projects.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { ReplacedSettings } from './replaced-settings.tsx';
import { SettingsArchive } from './settings-archive.tsx';
import { SettingsDeletion } from './settings-deletion.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SettingsPicture } from './settings-picture.tsx';
import { SettingsPlace, SettingsPlaces } from './settings-places.tsx';
import { SettingsTextFields } from './settings-text-fields.tsx';

interface ProjectSettingsPanelProps {
  /** Id of the project. */
  readonly project: string;
  readonly onClose: () => void;
}

/** Settings of a project: name, picture, description, people, labels, priorities, archiving, deletion. */
export function ProjectSettingsPanel({ project, onClose }: ProjectSettingsPanelProps) {
  const row = useProject(project);
  return (
    <SettingsPanel
      title={i18n.t('Project settings')}
      row={row}
      rule={mayEditProject}
      refusal={i18n.t('You dont have access to edit a project')}
      onClose={onClose}
    >
      {(found, actor) => <Settings project={found} actor={actor} onDone={onClose} />}
    </SettingsPanel>
  );
}

interface SettingsProps {
  readonly project: Project;
  readonly actor: Actor;
  readonly onDone: () => void;
}

function Settings({ project, actor, onDone }: SettingsProps) {
  const { id, name, description, background_image, scope, status } = project;
  const mutate = useMutate();
  const mayArchive = mayArchiveProject(actor) === undefined;
  return (
    <>
      <ReplacedSettings scope={scope} />
      <SettingsPicture
        label={i18n.t('Background image')}
        image={background_image}
        scope={scope}
        put={async (image, options) =>
          await mutate(projectEdit, { id, background_image: image }, options)
        }
      />
      <SettingsTextFields
        key={id}
        draftKey={`project-${id}`}
        label={i18n.t('Project Name')}
        name={name}
        description={description}
        save={async (changed) => await mutate(projectEdit, { id, ...changed }, { success: {} })}
      />
      <Places id={id} special={actor.specialRole} />
      {mayArchive && !isDeleted(project) ? (
        <SettingsArchive
          kind="project"
          name={name}
          status={status}
          put={async (next, success) =>
            await mutate(projectArchive, { id, status: next }, { success })
          }
          onDone={onDone}
        />
      ) : null}
      {mayDeleteProject(actor) === undefined ? (
        <SettingsDeletion kind="project" row={project} onDone={onDone} />
      ) : null}
    </>
  );
}

/**
 * Links to the panels for people, labels and priorities. Organisations with special roles call labels
 * sub-tasks (board spec, 6).
 */
function Places({ id, special }: { readonly id: string; readonly special: boolean }) {
  const members = useMembers(id);
  const labels = useLabels(id);
  const flags = useOfferedFlags();
  return (
    <SettingsPlaces>
      <SettingsPlace
        panel="members"
        project={id}
        icon={<IconUsers {...SMALL_ICON} />}
        name={i18n.t('Team')}
        count={members?.length}
      />
      <SettingsPlace
        panel="labels"
        project={id}
        icon={<IconTag {...SMALL_ICON} />}
        name={special ? i18n.t('Sub-tasks') : i18n.t('Labels')}
        count={labels?.length}
      />
      <SettingsPlace
        panel="flags"
        icon={<IconFlag {...SMALL_ICON} />}
        name={i18n.t('Priorities')}
        count={flags.length}
      />
    </SettingsPlaces>
  );
}
