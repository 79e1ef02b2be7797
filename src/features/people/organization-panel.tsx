import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Organization } from '../../../model/entities/organization.ts';
import { organizationEdit } from '../../../model/mutations/organization/organization-edit.ts';
import { useTryMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { AdminForm } from './admin-form.tsx';

interface OrganizationPanelProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

/** The organisation's name and its special-role setting, for Level 1. */
export function OrganizationPanel({ organization, onClose }: OrganizationPanelProps) {
  const mutate = useTryMutate();
  const draft = useDraft('organization', {
    name: organization.name,
    special: organization.special_role ? 'on' : 'off',
  });
  const [tried, setTried] = useState(false);
  const { name, special } = draft.values;
  const save = () => {
    const { changes } = draft;
    if (!draft.isDirty) return Promise.resolve(undefined);
    return mutate(organizationEdit, {
      id: organization.id,
      name: changes.name?.trim(),
      special_role: changes.special === undefined ? undefined : special === 'on',
    });
  };
  return (
    <AdminForm
      title="Organisation"
      submit="Save"
      isDirty={draft.isDirty}
      isValid={() => {
        setTried(true);
        return name.trim() !== '';
      }}
      save={save}
      done={undefined}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={name}
        error={tried && name.trim() === '' ? 'Name is required' : undefined}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <Switch
        label="Special role"
        description="Boards speak of task details, task categories and sub-tasks: for organisations whose projects are kinds of work. It changes words and fields for everybody, at once, and can be switched back."
        checked={special === 'on'}
        onChange={(event) => draft.set({ special: event.currentTarget.checked ? 'on' : 'off' })}
      />
    </AdminForm>
  );
}
