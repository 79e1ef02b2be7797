import { Switch, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { Organization } from '../../../model/entities/organization.ts';
import { organizationEdit } from '../../../model/mutations/organization/organization-edit.ts';
import { useTryMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { AdminForm } from './admin-form.tsx';

const RULES = v.object({ name: required(message('Name')) });

interface OrganizationPanelProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

/** Name and settings of the organisation, for Level 1. */
export function OrganizationPanel({ organization, onClose }: OrganizationPanelProps) {
  const mutate = useTryMutate();
  const draft = useDraft('organization', {
    name: organization.name,
    special: organization.special_role ? 'on' : 'off',
    places: organization.shot_places ? 'on' : 'off',
    receipts: organization.work_receipts ? 'on' : 'off',
  });
  const form = useForm({ store: draft, schema: RULES });
  const { special, places, receipts } = form.values;
  const save = () => {
    const { changes } = draft;
    if (!draft.isDirty) return Promise.resolve(undefined);
    return mutate(organizationEdit, {
      id: organization.id,
      name: changes.name?.trim(),
      special_role: changes.special === undefined ? undefined : special === 'on',
      shot_places: changes.places === undefined ? undefined : places === 'on',
      work_receipts: changes.receipts === undefined ? undefined : receipts === 'on',
    });
  };
  return (
    <AdminForm
      title={i18n.t('Organisation')}
      submit={i18n.t('Save')}
      form={form}
      save={save}
      onClose={onClose}
    >
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.text('name')}
      />
      <Switch
        label={i18n.t('Special role')}
        description={i18n.t(
          'Boards speak of task details, task categories and sub-tasks: for organisations whose projects are kinds of work. It changes names and fields for everybody, at once, and can be switched back.',
        )}
        checked={special === 'on'}
        onChange={(event) => form.set({ special: event.currentTarget.checked ? 'on' : 'off' })}
      />
      <Switch
        label={i18n.t('Places of photos')}
        description={i18n.t(
          'People may add the place of a shot in the camera, each time by their own choice. Switching it off removes the places that are stored.',
        )}
        checked={places === 'on'}
        onChange={(event) => form.set({ places: event.currentTarget.checked ? 'on' : 'off' })}
      />
      <Switch
        label={i18n.t('Receipts of work')}
        description={i18n.t(
          'Authors see on whose devices their tasks, subtasks, comments and files are, and who has seen them. When this is off, nothing of that is stored, and what was stored is deleted. Chat is not concerned.',
        )}
        checked={receipts === 'on'}
        onChange={(event) => form.set({ receipts: event.currentTarget.checked ? 'on' : 'off' })}
      />
    </AdminForm>
  );
}
