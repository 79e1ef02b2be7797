import { Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { projectScope } from '../../../model/entities/scopes.ts';
import { projectCreate } from '../../../model/mutations/project/project-create.ts';
import { slugOf } from '../../../model/shared/text.ts';
import { useAccount, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useAttachFile } from '../../data/files.ts';
import { useAddWorkspace, useWorkspaces } from '../../data/workspaces.ts';
import { FileField } from '../../ui/files/file-field.tsx';
import { SelectOrCreate } from '../../ui/forms/select-or-create.tsx';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';

/** How long it is said that a project was created (sessions spec, 8); longer while one points at it. */
const SUCCESS_STAYS = 2000;

interface AddProjectPanelProps {
  /** Id of the workspace chosen beforehand. */
  readonly workspace: string | undefined;
  readonly onClose: () => void;
}

/** Add Project (sessions spec, 2 and 5): name and workspace are required; a workspace can be added here. */
export function AddProjectPanel({ workspace, onClose }: AddProjectPanelProps) {
  const account = useAccount();
  const mutate = useMutate();
  const navigate = useNavigate();
  const workspaces = useWorkspaces();
  const draft = useDraft('add-project', { name: '', description: '' });
  const [chosen, setChosen] = useState<string | null>(workspace ?? null);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState<File>();
  const attach = useAttachFile('image');
  const addWorkspace = useAddWorkspace();
  const only = workspaces?.length === 1 ? workspaces[0]?.id : undefined;
  const target = chosen ?? only ?? null;
  const submit = async () => {
    const name = draft.values.name.trim();
    setTried(true);
    if (name === '' || target === null || account === undefined) return false;
    const id = account.newId();
    const image = picture && (await attach(picture, projectScope(id)));
    if (picture !== undefined && image === undefined) return false;
    const done = await mutate(projectCreate, {
      id,
      workspace: target,
      name,
      description: draft.values.description,
      creator: account.orgUserId,
      ...(image !== undefined && { background_image: image.id }),
    });
    if (!done) return false;
    draft.clear();
    showToast({
      message: `Project "${name}" created`,
      stays: SUCCESS_STAYS,
      action: {
        label: 'Open board',
        run: () => void navigate({ to: '/workspace/$slug', params: { slug: slugOf(name, id) } }),
      },
    });
    return true;
  };
  return (
    <PanelForm
      title="Add Project"
      submit="Create project"
      isDirty={draft.isDirty || picture !== undefined}
      onSubmit={submit}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="Project Name"
          required
          data-autofocus
          maxLength={200}
          value={draft.values.name}
          error={tried && draft.values.name.trim() === '' ? 'Name is required' : undefined}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        <SelectOrCreate
          label="Workspace"
          required
          placeholder={workspaces?.length === 0 ? 'Name the first workspace' : 'Choose a workspace'}
          options={(workspaces ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          error={tried && target === null ? 'Workspace is required' : undefined}
          onCreate={addWorkspace}
          onChange={setChosen}
        />
        <FileField
          label="Background image"
          accept="image/*"
          refusal="Only images can be added here"
          value={picture}
          onChange={setPicture}
        />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={12}
          value={draft.values.description}
          onChange={(event) => draft.set({ description: event.currentTarget.value })}
        />
      </Stack>
    </PanelForm>
  );
}
