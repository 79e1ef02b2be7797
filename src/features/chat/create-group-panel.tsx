import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateGroup } from '../../data/chat-changes.ts';
import { useDraft } from '../../data/drafts.ts';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { PeopleSelect } from './people-select.tsx';

const NO_MEMBERS: readonly string[] = [];

/** Create New Group (sessions spec, 2): works without a network, the channel's number comes later. */
export function CreateGroupPanel({ onClose }: { readonly onClose: () => void }) {
  const draft = useDraft('create-group', { name: '', members: NO_MEMBERS });
  const [tried, setTried] = useState(false);
  const create = useCreateGroup();
  const navigate = useNavigate();
  const { name, members } = draft.values;
  const missing = name.trim() === '';
  const save = async () => {
    setTried(true);
    if (missing) return false;
    const id = await create(name, members);
    if (id === undefined) return false;
    draft.clear();
    await navigate({ to: '/chat/users-list', search: { channel: id } });
    return true;
  };
  return (
    <PanelForm
      title="Create New Group"
      submit="Create Group"
      isDirty={draft.isDirty}
      onSubmit={save}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label="Group Name"
          required
          data-autofocus
          autoComplete="off"
          value={name}
          error={tried && missing ? 'Group Name is required' : undefined}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        <PeopleSelect
          label="Members"
          value={members}
          onChange={(next) => draft.set({ members: next })}
        />
      </Stack>
    </PanelForm>
  );
}
