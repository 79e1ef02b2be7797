import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { workspaceCreate } from '../../../model/mutations/workspace-create.ts';
import { useAccount, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useMyOrganizations } from '../../data/organizations.ts';
import { SideForm } from '../../ui/side-form.tsx';
import { showToast } from '../../ui/toasts.tsx';

/** "Let's build a Workspace" (sessions spec, 2 and 5). */
export function AddWorkspacePanel({ onClose }: { readonly onClose: () => void }) {
  const account = useAccount();
  const mutate = useMutate();
  const organizations = useMyOrganizations();
  const draft = useDraft('add-workspace', { name: '', desc: '' });
  const [missing, setMissing] = useState(false);
  const submit = async () => {
    const name = draft.values.name.trim();
    setMissing(name === '');
    if (name === '' || account === undefined) return false;
    const done = await mutate(workspaceCreate, {
      id: account.newId(),
      name,
      desc: draft.values.desc,
    });
    if (!done) return false;
    draft.clear();
    showToast({ message: `Workspace "${name}" created` });
    return true;
  };
  return (
    <SideForm
      title="Let's build a Workspace"
      submit="Create workspace"
      isDirty={draft.isDirty}
      onSubmit={submit}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Select
          label="Organisation"
          data={(organizations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={account?.orgId ?? null}
          description="A workspace belongs to the organisation that is open."
          allowDeselect={false}
          disabled
        />
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={200}
          value={draft.values.name}
          error={missing && draft.values.name.trim() === '' ? 'Name is required' : undefined}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={12}
          value={draft.values.desc}
          onChange={(event) => draft.set({ desc: event.currentTarget.value })}
        />
      </Stack>
    </SideForm>
  );
}
