import { Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { projectScope } from '../../../model/entities/scopes.ts';
import { slugOf } from '../../../model/shared/text.ts';
import { useAccount } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useCreateProject } from '../../data/new-project.ts';
import { useShots } from '../../data/shots.ts';
import { useAddWorkspace, useWorkspaces } from '../../data/workspaces.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import { required } from '../../ui/forms/rules.ts';
import { SelectOrCreate } from '../../ui/forms/select-or-create.tsx';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import {
  MembersField,
  type StartChoice,
  StartFields,
  startOf,
  useMembersOf,
} from './project-start-fields.tsx';

/** Duration of the success message (sessions spec, 8); paused while the pointer is over it. Milliseconds. */
const SUCCESS_DURATION = 2000;

type ProjectValues = Readonly<Record<'name' | 'description' | 'workspace', string>>;

const RULES = v.object({
  name: required(message('Name')),
  workspace: required(message('Workspace')),
});

interface AddProjectPanelProps {
  /** Id of the preselected workspace. */
  readonly workspace: string | undefined;
  readonly onClose: () => void;
}

/** Add Project (sessions spec, 2 and 5): name and workspace are required; a workspace can be added here. */
export function AddProjectPanel({ workspace, onClose }: AddProjectPanelProps) {
  const account = useAccount();
  const create = useCreateProject();
  const navigate = useNavigate();
  const workspaces = useWorkspaces();
  const draft = useDraft('add-project', { name: '', description: '' });
  const [chosen, setChosen] = useState<string | null>(workspace ?? null);
  const shots = useShots('form:add-project');
  const { file: picture, pick, saveWith } = useFileToSend(shots);
  const [start, setStart] = useState<StartChoice>({ start: '', withTasks: false });
  const [people, setPeople] = useState<readonly string[]>([]);
  const pickedOf = usePickedFile('image');
  const addWorkspace = useAddWorkspace();
  const only = workspaces?.length === 1 ? workspaces[0]?.id : undefined;
  const target = chosen ?? only ?? null;
  const members = useMembersOf(target ?? undefined, people);
  // The workspace follows the preselection and is not part of the draft.
  const form = useForm<ProjectValues>({
    store: {
      ...draft,
      values: { ...draft.values, workspace: target ?? '' },
      set: ({ workspace: next, ...typed }) => {
        if (next !== undefined) setChosen(next === '' ? null : next);
        if (Object.keys(typed).length > 0) draft.set(typed);
      },
    },
    schema: RULES,
  });
  const submit = async () => {
    const name = form.values.name.trim();
    if (target === null || account === undefined) return false;
    const id = account.newId();
    const image = picture && (await pickedOf(picture, projectScope(id)));
    if (picture !== undefined && image === undefined) return false;
    const args = {
      id,
      workspace: target,
      name,
      description: form.values.description,
      creator: account.orgUserId,
      ...(image !== undefined && { background_image: image.id }),
    };
    const action = {
      label: i18n.t('Open board'),
      run: () => void navigate({ to: '/workspace/$slug', params: { slug: slugOf(name, id) } }),
    };
    const success = { duration: SUCCESS_DURATION, action };
    const content = { start: startOf(start), members, files: image?.files };
    if (!(await create({ ...args, ...content }, success))) return false;
    form.clear();
    return true;
  };
  const discard = () => {
    form.clear();
    pick(undefined);
  };
  return (
    <PanelForm
      title={i18n.t('Add Project')}
      submit={i18n.t('Create project')}
      form={{ ...form, clear: discard }}
      hasFile={picture !== undefined}
      onSubmit={() => saveWith(submit)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={i18n.t('Project Name')}
          required
          data-autofocus
          maxLength={200}
          {...form.text('name')}
        />
        <SelectOrCreate
          label={i18n.t('Workspace')}
          required
          placeholder={
            workspaces?.length === 0
              ? i18n.t('Name the first workspace')
              : i18n.t('Choose a workspace')
          }
          options={(workspaces ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onCreate={addWorkspace}
          {...form.choice('workspace')}
        />
        <StartFields value={start} onChange={setStart} />
        <MembersField workspace={target ?? undefined} value={people} onChange={setPeople} />
        <FileField
          label={i18n.t('Background image')}
          accept="image/*"
          refusal={i18n.t('Only images can be added here')}
          value={picture}
          onChange={pick}
          shots={shots}
        />
        <Textarea
          label={i18n.t('Description')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.text('description')}
        />
      </Stack>
    </PanelForm>
  );
}
