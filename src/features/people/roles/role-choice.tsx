import { Select } from '@mantine/core';
import { mayGrantLevel } from '../../../../model/permissions/person.ts';
import { useActor } from '../../../data/client.tsx';
import type { Roles } from '../../../data/people.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import type { ChoiceField } from '../../../ui/forms/use-form.ts';

const WORDS = {
  role: {
    category: message('Category'),
    chooseCategory: message('Choose a category'),
    chooseCategoryFirst: message('Choose a category first'),
    role: message('Role'),
    chooseRole: message('Choose a role'),
  },
  department: {
    category: message('Department category'),
    chooseCategory: message('Choose a department category'),
    chooseCategoryFirst: message('Choose a department category first'),
    role: message('Department'),
    chooseRole: message('Choose a department'),
  },
} as const;

interface RoleChoiceProps {
  /** Words for category and role. */
  readonly words: keyof typeof WORDS;
  readonly lists: Roles;
  readonly category: ChoiceField;
  readonly role: ChoiceField;
  /** Id of a role that is listed although the person may not grant it. */
  readonly keep?: string;
  readonly disabled?: boolean;
}

/** Category, and a role of that category that the person may grant (sessions spec, 5; product.md, 5). */
export function RoleChoice(props: RoleChoiceProps) {
  const { words, lists, category, role, keep, disabled = false } = props;
  const labels = WORDS[words];
  const actor = useActor();
  const levels = new Map(lists.levels.map((level) => [level.id, level]));
  const choices = lists.roles.filter((one) => {
    const level = levels.get(one.level);
    const mayGrant = actor !== undefined && level !== undefined && !mayGrantLevel(actor, level);
    return one.role_category === category.value && (mayGrant || one.id === keep);
  });
  return (
    <>
      <Select
        label={i18n.t(labels.category)}
        required
        disabled={disabled}
        allowDeselect={false}
        placeholder={i18n.t(labels.chooseCategory)}
        data={lists.categories.map(({ id, name }) => ({ value: id, label: name }))}
        {...category}
        onChange={(value) => {
          category.onChange(value);
          role.onChange(null);
        }}
      />
      <Select
        label={i18n.t(labels.role)}
        required
        allowDeselect={false}
        placeholder={
          category.value === null ? i18n.t(labels.chooseCategoryFirst) : i18n.t(labels.chooseRole)
        }
        disabled={disabled || category.value === null}
        nothingFoundMessage={i18n.t('No role of this category that you may give')}
        data={choices.map((one) => ({
          value: one.id,
          label: `${one.name} (${levels.get(one.level)?.name ?? ''})`,
        }))}
        {...role}
      />
    </>
  );
}
