import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import { personCreate } from '../../../model/mutations/person-create.ts';
import { mayGrantLevel } from '../../../model/permissions/person.ts';
import { emailSchema, phoneSchema } from '../../../model/shared/text.ts';
import { useAccount, useActor, useMutate } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useRoles } from '../../data/people.ts';
import { SideForm } from '../../ui/side-form.tsx';
import { showToast } from '../../ui/toasts.tsx';

const EMPTY = { name: '', phone: '', email: '', category: '', role: '' };

/** Add User (sessions spec, 2 and 5): the role list is filtered to the chosen category. */
export function AddUserPanel({ onClose }: { readonly onClose: () => void }) {
  const account = useAccount();
  const actor = useActor();
  const mutate = useMutate();
  const roles = useRoles();
  const draft = useDraft('add-user', EMPTY);
  const [tried, setTried] = useState(false);
  const { values } = draft;
  const errors = tried ? errorsOf(values) : {};
  const levels = new Map(roles?.levels.map((level) => [level.id, level]));
  const choices = (roles?.roles ?? []).filter((role) => {
    const level = levels.get(role.level);
    const mayGrant = actor !== undefined && level !== undefined && !mayGrantLevel(actor, level);
    return role.role_category === values.category && mayGrant;
  });
  const submit = async () => {
    setTried(true);
    if (Object.keys(errorsOf(values)).length > 0 || account === undefined) return false;
    const done = await mutate(personCreate, {
      id: account.newId(),
      display_name: values.name,
      phone_number: values.phone,
      email: values.email,
      user_role: values.role,
      role_category: values.category,
    });
    if (!done) return false;
    draft.clear();
    showToast({ message: `${values.name.trim()} added; an invitation goes out by mail` });
    return true;
  };
  return (
    <SideForm
      title="Add User"
      submit="Add user"
      isDirty={draft.isDirty}
      onSubmit={submit}
      onDiscard={draft.clear}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          value={values.name}
          error={errors.name}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Phone Number"
          type="tel"
          required
          autoComplete="off"
          value={values.phone}
          error={errors.phone}
          onChange={(event) => draft.set({ phone: event.currentTarget.value })}
        />
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="off"
          value={values.email}
          error={errors.email}
          onChange={(event) => draft.set({ email: event.currentTarget.value })}
        />
        <Select
          label="Category"
          required
          placeholder="Choose a category"
          data={(roles?.categories ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={values.category === '' ? null : values.category}
          error={errors.category}
          onChange={(category) => draft.set({ category: category ?? '', role: '' })}
        />
        <Select
          label="Role"
          required
          placeholder={values.category === '' ? 'Choose a category first' : 'Choose a role'}
          disabled={values.category === ''}
          nothingFoundMessage="No role of this category that you may give"
          data={choices.map((role) => ({
            value: role.id,
            label: `${role.name} (${levels.get(role.level)?.name ?? ''})`,
          }))}
          value={values.role === '' ? null : values.role}
          error={errors.role}
          onChange={(role) => draft.set({ role: role ?? '' })}
        />
      </Stack>
    </SideForm>
  );
}

type Errors = Partial<Record<keyof typeof EMPTY, string>>;

function errorsOf(values: typeof EMPTY): Errors {
  return {
    ...(values.name.trim() === '' && { name: 'Name is required' }),
    ...(!v.is(phoneSchema, values.phone) && { phone: 'Enter a phone number' }),
    ...(!v.is(emailSchema, values.email) && { email: 'Enter an e-mail address' }),
    ...(values.category === '' && { category: 'Category is required' }),
    ...(values.role === '' && { role: 'Role is required' }),
  };
}
