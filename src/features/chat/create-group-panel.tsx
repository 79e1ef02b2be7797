import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { useCreateGroup } from '../../data/chat-changes.ts';
import { useDraft } from '../../data/drafts.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { PeopleSelect } from './people-select.tsx';

const RULES = v.object({ name: required(message('Group Name')) });

const NO_MEMBERS: readonly string[] = [];

/** Create New Group (sessions spec, 2). Works offline; the server assigns the channel's number later. */
export function CreateGroupPanel({ onClose }: { readonly onClose: () => void }) {
  const draft = useDraft('create-group', { name: '', members: NO_MEMBERS });
  const form = useForm({ store: draft, schema: RULES });
  const create = useCreateGroup();
  const navigate = useNavigate();
  const { name, members } = form.values;
  const save = async () => {
    const id = await create(name, members);
    if (id === undefined) return false;
    form.clear();
    await navigate({ to: '/chat/users-list', search: { channel: id } });
    return true;
  };
  return (
    <PanelForm
      title={i18n.t('Create New Group')}
      submit={i18n.t('Create Group')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={i18n.t('Group Name')}
          required
          data-autofocus
          autoComplete="off"
          {...form.text('name')}
        />
        <PeopleSelect
          label={i18n.t('Members')}
          value={members}
          onChange={(next) => form.set({ members: next })}
        />
      </Stack>
    </PanelForm>
  );
}
