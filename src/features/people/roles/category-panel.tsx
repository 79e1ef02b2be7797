import * as v from 'valibot';
import type { RoleCategory } from '../../../../model/entities/role-category.ts';
import { roleCategoryCreate } from '../../../../model/mutations/role/role-category-create.ts';
import { roleCategoryEdit } from '../../../../model/mutations/role/role-category-edit.ts';
import { useAccount, useTryMutate } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { AdminForm } from '../admin-form.tsx';
import { useCreate } from '../use-create.ts';
import { NAME_RULES, NameFields } from '../name-fields.tsx';

const RULES = v.object(NAME_RULES);

const CREATE_FAILURES = {
  refused: message('Failed to create category.'),
  broken: message('An error occurred while creating the category.'),
} as const;

/** Add Category, or edit one (sessions spec, 2 and 5). */
export function CategoryPanel(props: {
  readonly category?: RoleCategory | undefined;
  readonly onClose: () => void;
}) {
  const { category, onClose } = props;
  const account = useAccount();
  const mutate = useTryMutate();
  const create = useCreate();
  const draft = useDraft(`category-${category?.id ?? 'new'}`, {
    name: category?.name ?? '',
    short: category?.short_name ?? '',
  });
  const form = useForm({ store: draft, schema: RULES });
  const { name, short } = form.values;
  const save = async () => {
    if (category === undefined) {
      const fields = { name: name.trim(), short_name: short.trim() };
      return create(roleCategoryCreate, { id: account?.newId() ?? '', ...fields });
    }
    const { changes } = draft;
    if (!draft.isDirty) return undefined;
    const fields = { name: changes.name?.trim(), short_name: changes.short?.trim() };
    return mutate(roleCategoryEdit, { id: category.id, ...fields });
  };
  return (
    <AdminForm
      title={category === undefined ? i18n.t('Add Category') : i18n.t('Edit category')}
      submit={category === undefined ? i18n.t('Add category') : i18n.t('Save')}
      form={form}
      save={save}
      failures={category === undefined ? CREATE_FAILURES : undefined}
      onClose={onClose}
    >
      <NameFields name={form.text('name')} short={form.text('short')} />
    </AdminForm>
  );
}
