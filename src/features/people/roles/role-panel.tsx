import { Select } from '@mantine/core';
import * as v from 'valibot';
import type { Role } from '../../../../model/entities/role.ts';
import { roleCreate } from '../../../../model/mutations/role/role-create.ts';
import { roleEdit } from '../../../../model/mutations/role/role-edit.ts';
import { mayGrantLevel } from '../../../../model/permissions/person.ts';
import { useAccount, useActor, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { useOrganization } from '../../../data/organization.ts';
import type { Roles } from '../../../data/people.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { useCreate } from '../use-create.ts';
import { NAME_RULES, NameFields } from '../name-fields.tsx';

const RULES = v.object({
  ...NAME_RULES,
  category: required(message('Category')),
  level: required(message('Level')),
});

interface RolePanelProps {
  readonly role?: Role | undefined;
  readonly lists: Roles;
  readonly onClose: () => void;
}

/** Add Sub-Category: a role of a category with the level that it grants; or edit one. */
export function RolePanel({ role, lists, onClose }: RolePanelProps) {
  const account = useAccount();
  const actor = useActor();
  const organization = useOrganization();
  const mutate = useTryMutate();
  const create = useCreate();
  const draft = useDraft(`role-${role?.id ?? 'new'}`, {
    name: role?.name ?? '',
    short: role?.short_name ?? '',
    category: role?.role_category ?? '',
    level: role?.level ?? '',
  });
  const form = useForm({ store: draft, schema: RULES });
  const { name, short, category, level } = form.values;
  const levels = lists.levels.filter(
    (one) => one.id === role?.level || (actor !== undefined && !mayGrantLevel(actor, one)),
  );
  const save = async () => {
    if (role === undefined) {
      const fields = {
        name: name.trim(),
        short_name: short.trim(),
        role_category: category,
        level,
      };
      return create(roleCreate, { id: account?.newId() ?? '', ...fields });
    }
    const { changes } = draft;
    if (!draft.isDirty) return undefined;
    return mutate(roleEdit, {
      id: role.id,
      name: changes.name?.trim(),
      short_name: changes.short?.trim(),
      role_category: changes.category,
      level: changes.level,
    });
  };
  return (
    <AdminForm
      title={role === undefined ? i18n.t('Add Sub-Category') : i18n.t('Edit role')}
      submit={role === undefined ? i18n.t('Add role') : i18n.t('Save')}
      form={form}
      save={save}
      onClose={onClose}
    >
      <Select
        label={i18n.t('Category')}
        required
        placeholder={i18n.t('Choose a category')}
        nothingFoundMessage={i18n.t('No category yet')}
        data={lists.categories.map((one) => ({ value: one.id, label: one.name }))}
        {...form.choice('category')}
      />
      <NameFields name={form.text('name')} short={form.text('short')} />
      <Select
        label={i18n.t('Organisation')}
        required
        allowDeselect={false}
        data={[{ value: organization?.id ?? '', label: organization?.name ?? '' }]}
        value={organization?.id ?? ''}
      />
      <Select
        label={i18n.t('Level')}
        required
        placeholder={i18n.t('Choose a level')}
        description={
          role === undefined
            ? undefined
            : i18n.t('Everybody who has this role gets the level at once.')
        }
        data={levels.map((one) => ({ value: one.id, label: one.name }))}
        {...form.choice('level')}
      />
    </AdminForm>
  );
}
