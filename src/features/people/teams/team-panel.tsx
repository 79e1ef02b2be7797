import { TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import type { Team } from '../../../../model/entities/team.ts';
import { teamCreate } from '../../../../model/mutations/team/team-create.ts';
import { teamEdit } from '../../../../model/mutations/team/team-edit.ts';
import { teamMembersChange } from '../../../../model/mutations/team/team-members.ts';
import { nameWithState } from '../../../data/person-name.ts';
import { useAccount, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { SearchMultiSelect } from '../../../ui/forms/search-multi-select.tsx';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { useCreate } from '../use-create.ts';

const RULES = v.object({ name: required(message('Name')) });

interface TeamPanelProps {
  readonly team?: Team | undefined;
  readonly people: readonly OrgUser[];
  readonly onClose: () => void;
}

/** Name and members of a team. */
export function TeamPanel({ team, people, onClose }: TeamPanelProps) {
  const account = useAccount();
  const mutate = useTryMutate();
  const create = useCreate();
  const draft = useDraft<{ name: string; members: readonly string[] }>(
    `team-${team?.id ?? 'new'}`,
    { name: team?.name ?? '', members: team?.members ?? [] },
  );
  const form = useForm({ store: draft, schema: RULES });
  const { name, members } = form.values;
  const save = async () => {
    if (team === undefined) {
      const fields = { name: name.trim(), members: [...members] };
      return create(teamCreate, { id: account?.newId() ?? '', ...fields });
    }
    // Compared with the initial values: a member whom a colleague has added since is not removed.
    const before = draft.start.members;
    const add = members.filter((id) => !before.includes(id));
    const remove = before.filter((id) => !members.includes(id));
    if (draft.changes.name !== undefined) {
      const refusal = await mutate(teamEdit, { id: team.id, name: name.trim() });
      if (refusal !== undefined) return refusal;
    }
    if (add.length === 0 && remove.length === 0) return undefined;
    return mutate(teamMembersChange, { id: team.id, add, remove });
  };
  // A person whom the server has not numbered yet cannot be referenced.
  const choices = people.filter(
    (person) => person.user !== '' && (person.active || members.includes(person.id)),
  );
  return (
    <AdminForm
      title={team === undefined ? i18n.t('Add Team') : i18n.t('Edit team')}
      submit={team === undefined ? i18n.t('Add team') : i18n.t('Save')}
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
      <SearchMultiSelect
        label={i18n.t('Members')}
        placeholder={members.length === 0 ? i18n.t('Choose people') : ''}
        clearable
        limit={60}
        nothingFoundMessage={i18n.t('Nobody of that name')}
        data={choices.map((person) => ({ value: person.id, label: nameWithState(person) }))}
        value={members}
        onChange={(value) => form.set({ members: value })}
      />
    </AdminForm>
  );
}
