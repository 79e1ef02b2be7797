import { Select } from '@mantine/core';
import { mayGrantLevel } from '../../../../model/permissions/person.ts';
import { useActor } from '../../../data/client.tsx';
import type { Roles } from '../../../data/people.ts';
import type { ChoiceField } from '../../../ui/forms/use-form.ts';

interface RoleChoiceProps {
  readonly labels: { readonly category: string; readonly role: string };
  readonly lists: Roles;
  readonly category: ChoiceField;
  readonly role: ChoiceField;
  /** Id of a role that is listed although the person may not grant it. */
  readonly keep?: string;
  readonly disabled?: boolean;
}

/** Category, and a role of that category that the person may grant (sessions spec, 5; product.md, 5). */
export function RoleChoice(props: RoleChoiceProps) {
  const { labels, lists, category, role, keep, disabled = false } = props;
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
        label={labels.category}
        required
        disabled={disabled}
        allowDeselect={false}
        placeholder={`Choose a ${labels.category.toLowerCase()}`}
        data={lists.categories.map(({ id, name }) => ({ value: id, label: name }))}
        {...category}
        onChange={(value) => {
          category.onChange(value);
          role.onChange(null);
        }}
      />
      <Select
        label={labels.role}
        required
        allowDeselect={false}
        placeholder={
          category.value === null
            ? `Choose a ${labels.category.toLowerCase()} first`
            : `Choose a ${labels.role.toLowerCase()}`
        }
        disabled={disabled || category.value === null}
        nothingFoundMessage="No role of this category that you may give"
        data={choices.map((one) => ({
          value: one.id,
          label: `${one.name} (${levels.get(one.level)?.name ?? ''})`,
        }))}
        {...role}
      />
    </>
  );
}
